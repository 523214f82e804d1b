//--blockDim=64 --gridDim=8
// any block's store lets the others go on
// expect: race at line 7, 18

__global__ void chain(const int *in, int *sums, int *flag, int *out) {
  int t = threadIdx.x;
  int b = blockIdx.x; sums[b * 64 + t] = in[b * 64 + t];
  __syncthreads();
  if (t == 0) {
    __threadfence();
    atomicExch(flag, 1);
    while (atomicAdd(flag, 0) == 0) {
    }
    __threadfence();
  }
  __syncthreads();
  if (b > 0)
    out[b * 64 + t] = sums[(b - 1) * 64 + t];
}
