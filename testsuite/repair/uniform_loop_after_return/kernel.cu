//--blockDim=64 --gridDim=4
// lists of different lengths, after a test of bounds that returns: both become conditions
// expect: divergence at line 13
// expect-repair: uniform-loop block at line 13; remove block at line 15; cost 20 -> 10

__global__ void add_lists(const int *head, const int *next, const int *value, int *out, int lists) {
  __shared__ int stage[64];
  const int t = threadIdx.x, list = blockIdx.x * 64 + t;
  if (list >= lists) return;
  int sum = 0;
  for (int at = head[list]; at >= 0; at = next[at]) {
    stage[t] = value[at];
    __syncthreads();
    sum += stage[63 - t];
    __syncthreads();
  }
  out[list] = sum;
}
