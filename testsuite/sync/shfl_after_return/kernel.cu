//--blockDim=64 --gridDim=2
// lanes that have returned are named in the mask: they are excused
// expect: verified

__global__ void sum(const int *in, int *out, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i >= n) return;
  int v = in[i];
  v += __shfl_down_sync(0xffffffff, v, 1);
  out[i] = v;
}
