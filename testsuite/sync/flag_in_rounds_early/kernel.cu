//--blockDim=128 --gridDim=8
// the flag is stored before all threads of the block have done their part
// expect: confirmed race
// expect-repair: add block before-branch line 17

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
    if (t == 0) done[b] = r;
  }
}
