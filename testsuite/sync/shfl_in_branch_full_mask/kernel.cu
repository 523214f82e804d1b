//--blockDim=32 --gridDim=1
// a full mask where only half of the lanes come
// expect: divergence at line 9

__global__ void sum(int *v) {
  int t = threadIdx.x;
  int x = v[t];
  if (t < 16)
    x += __shfl_down_sync(0xffffffff, x, 8);
  v[t] = x;
}
