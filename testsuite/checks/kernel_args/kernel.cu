//--blockDim=64 --gridDim=1 --kernel-args=shift,64
// the value of a parameter is given
// expect: verified

__global__ void shift(int *v, int by) {
  int x = v[threadIdx.x + by];
  v[threadIdx.x] = x;
}
