//--blockDim=64 --gridDim=4
// digit counts of one block, one column a thread: only the second barrier is needed
// expect: verified
// expect-repair: improved; remove block at line 11; cost 2 -> 1

__global__ void count(const unsigned *data, unsigned *counts, int shift) {
  __shared__ unsigned s[16][64];
  int t = threadIdx.x;
  for (int d = 0; d < 16; ++d)
    s[d][t] = 0;
  __syncthreads();
  for (int i = 0; i < 32; ++i)
    s[(data[(blockIdx.x * 32 + i) * 64 + t] >> shift) & 15][t] += 1;
  __syncthreads();
  if (t < 16) {
    unsigned sum = 0;
    for (int k = 0; k < 64; ++k)
      sum += s[t][k];
    counts[blockIdx.x * 16 + t] = sum;
  }
}
