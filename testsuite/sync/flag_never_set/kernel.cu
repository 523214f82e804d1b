//--blockDim=64 --gridDim=8
// the thread that waits for ever keeps the others of its block from nothing
// expect: race at line 8, 14

__global__ void chain(const int *in, int *sums, int *flags, int *out) {
  int t = threadIdx.x;
  int b = blockIdx.x;
  sums[b * 64 + t] = in[b * 64 + t];
  if (t == 0) {
    while (atomicAdd(&flags[b], 0) == 0) {
    }
    __threadfence();
  }
  out[b * 64 + t] = sums[(b ^ 1) * 64 + t];
}
