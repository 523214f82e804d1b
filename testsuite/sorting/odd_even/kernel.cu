//--blockDim=64 --gridDim=4
// odd-even transposition in shared memory
// expect: verified
// expect-repair: unchanged; cost 21 -> 21

__global__ void oddEven(int *data) {
  __shared__ int s[128];
  int t = threadIdx.x, base = blockIdx.x * 128;
  s[t] = data[base + t];
  s[t + 64] = data[base + t + 64];
  __syncthreads();
  for (int k = 0; k < 64; ++k) {
    int a = s[2 * t], b = s[2 * t + 1];
    s[2 * t] = min(a, b);
    s[2 * t + 1] = max(a, b);
    __syncthreads();
    if (t < 63) {
      a = s[2 * t + 1];
      b = s[2 * t + 2];
      s[2 * t + 1] = min(a, b);
      s[2 * t + 2] = max(a, b);
    }
    __syncthreads();
  }
  data[base + t] = s[t];
  data[base + t + 64] = s[t + 64];
}
