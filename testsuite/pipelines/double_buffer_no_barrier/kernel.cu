//--blockDim=64 --gridDim=4
// two buffers, but nothing separates the steps
// expect: race at line 12, 13
// expect-repair: repaired; add block loop-end line 11; cost 1 -> 11

__global__ void pipeline(const int *in, int *out, int steps) {
  __shared__ int buffer[2][64];
  int t = threadIdx.x, sum = 0;
  buffer[0][t] = in[t];
  __syncthreads();
  for (int k = 0; k < steps; ++k) {
    buffer[(k + 1) & 1][t] = in[(k + 1) * 64 + t];
    sum += buffer[k & 1][63 - t];
  }
  out[blockIdx.x * 64 + t] = sum;
}
