//--blockDim=64 --gridDim=2 --only-intra-group
// the race lies between blocks only
// expect: verified

__global__ void halves(int *v) {
  v[threadIdx.x] = threadIdx.x + blockIdx.x;
}
