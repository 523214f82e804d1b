//--blockDim=64 --gridDim=8
// nothing keeps the reads after the wait
// expect: race at line 9, 21
// expect-repair: fence device merge line 14

__global__ void chain(const int *in, int *sums, int *flags, int *out) {
  int t = threadIdx.x;
  int b = blockIdx.x;
  sums[b * 64 + t] = in[b * 64 + t];
  __syncthreads();
  if (t == 0) {
    __threadfence();
    atomicExch(&flags[b], 1);
    if (b > 0) {
      while (atomicAdd(&flags[b - 1], 0) == 0) {
      }
    }
  }
  __syncthreads();
  if (b > 0)
    out[b * 64 + t] = sums[(b - 1) * 64 + t];
}
