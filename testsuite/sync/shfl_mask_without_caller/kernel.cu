//--blockDim=32 --gridDim=1
// lanes 16 to 31 call with a mask that does not name them
// expect: divergence; synchronization at line 8

__global__ void sum(int *v) {
  int t = threadIdx.x;
  int x = v[t];
  x += __shfl_down_sync(0xffff, x, 8);
  v[t] = x;
}
