//--blockDim=64 --gridDim=2
// the mask of those that come is agreed on before the branch
// expect: verified

__global__ void sum(const int *in, int *out, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  unsigned mask = __ballot_sync(0xffffffff, i < n);
  if (i < n) {
    int v = in[i];
    for (int d = 16; d > 0; d /= 2)
      v += __shfl_xor_sync(mask, v, d);
    if (threadIdx.x % 32 == 0) out[blockIdx.x * 2 + threadIdx.x / 32] = v;
  }
}
