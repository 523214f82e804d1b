//--blockDim=64 --gridDim=2
// a test of bounds around a loop with barriers: the threads outside go with the others, and do nothing
// expect: divergence at line 14
// expect-repair: uniform-loop block at line 14; remove block at line 16; cost 20 -> 10

__global__ void sums(const int *in, int *out, int n) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  int i = blockIdx.x * 64 + t;
  if (i < n) {
    int sum = 0;  // of all tiles
    for (int base = 0; base < n; base += 64) {
      tile[t] = in[base + t];
      __syncthreads();
      sum += tile[63 - t];
      __syncthreads();
    }
    out[i] = sum;
  }
}
