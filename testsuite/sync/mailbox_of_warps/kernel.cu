//--blockDim=64 --gridDim=4
// a word of shared memory that two warps hand to and fro: their first lanes wait and tell for them
// expect: verified

#include <cuda/atomic>

using Word = cuda::atomic_ref<int, cuda::thread_scope_block>;

__global__ void hand_over(const float *in, float *out) {
  __shared__ float slot[32];
  __shared__ int word;
  if (threadIdx.x == 0) word = 0;
  __syncthreads();
  Word full(word);
  int lane = threadIdx.x & 31;
  for (int p = 0; p < 16; p++)
    if (threadIdx.x < 32) {
      if (lane == 0)
        while (full.load(cuda::memory_order_acquire) != 0) {}
      __syncwarp();
      slot[lane] = in[p * 32 + lane];
      __syncwarp();
      if (lane == 0) full.store(1, cuda::memory_order_release);
    } else {
      if (lane == 0)
        while (full.load(cuda::memory_order_acquire) != 1) {}
      __syncwarp();
      float value = slot[31 - lane];
      __syncwarp();
      if (lane == 0) full.store(0, cuda::memory_order_release);
      out[(blockIdx.x * 16 + p) * 32 + lane] = value;
    }
}
