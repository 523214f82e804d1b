//--blockDim=128 --gridDim=8
// another thread stores a number that is ahead
// expect: race
// stages: verify

__global__ void wave(float *rows, volatile int *done, int rounds) {
  int b = blockIdx.x, t = threadIdx.x;
  for (int r = 1; r < rounds; ++r) {
    if (t == 0 && b > 0) {
      while (done[b - 1] < r) { }
      __threadfence();
    }
    __syncthreads();
    float left = b > 0 ? rows[(size_t)r * 1024 + b * 128 - 1 - t] : 0.f;
    rows[(size_t)r * 1024 + b * 128 + t] = left * 0.5f + 1.f;
    __threadfence();
    __syncthreads();
    if (t < 2) done[b] = r + t;
  }
}
