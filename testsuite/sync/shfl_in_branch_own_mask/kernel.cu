//--blockDim=32 --gridDim=1
// the mask names the lanes that come
// expect: verified

__global__ void sum(int *v) {
  int t = threadIdx.x;
  int x = v[t];
  if (t < 16)
    x += __shfl_down_sync(0xffff, x, 8);
  v[t] = x;
}
