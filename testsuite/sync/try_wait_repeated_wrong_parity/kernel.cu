//--blockDim=64 --gridDim=1
// the loop waits for the phase before, which is complete
// expect: race at line 14, 17; synchronization

#include <cuda/barrier>

__global__ void shift(const int *in, int *out, int rounds) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[2][64];
  int t = threadIdx.x, x = in[t];
  if (t == 0) init(&bar, 64);
  __syncthreads();
  for (int r = 0; r < rounds; ++r) {
    s[r & 1][t] = x;
    (void)bar.arrive();
    while (!bar.try_wait_parity((r & 1) ^ 1)) __nanosleep(20);
    x += s[r & 1][63 - t];
  }
  out[t] = x;
}
