//--blockDim=64 --gridDim=8
// the maximum of each block is compared with that of all, and read again where it is stored
// expect: race at line 12; race at line 15
// expect-repair: atomic device at line 12; atomic device at line 15

__global__ void find_max(const int *in, int *result, int n) {
  __shared__ int best;
  if (threadIdx.x == 0) best = -1;
  __syncthreads();
  for (int i = blockIdx.x * 64 + threadIdx.x; i < n; i += 64 * gridDim.x)
    if (in[i] > best)
      best = in[i];
  __syncthreads();
  if (threadIdx.x == 0 && best > *result)
    *result = best;
}
