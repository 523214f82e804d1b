//--blockDim=64 --gridDim=1
// one warp waits in its loop for arrivals that the other one makes after a barrier of the block
// expect: divergence; synchronization

__global__ void pass(const int *in, int *out, int n) {
  __shared__ int s[32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32)
    for (int i = 0; i < n; ++i) {
      asm volatile("bar.sync 1, 64;" ::: "memory");
      out[i * 32 + lane] = s[31 - lane];
    }
  __syncthreads();
  if (threadIdx.x >= 32)
    for (int i = 0; i < n; ++i) asm volatile("bar.arrive 1, 64;" ::: "memory");
}
