//--blockDim=64 --gridDim=4
// rank sort: every thread counts the smaller elements
// expect: race at line 14

__global__ void rankSort(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x, base = blockIdx.x * 64;
  s[t] = in[base + t];
  __syncthreads();
  int rank = 0;
  for (int k = 0; k < 64; ++k)
    if (s[k] < s[t])
      ++rank;
  out[base + rank] = t;
}
