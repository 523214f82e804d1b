//--blockDim=64 --gridDim=2
// the first lane of the warp that empties a slot tells so while others of it still read
// expect: race
// expect-repair: repaired; add warp before-branch line 30; cost 8.5 -> 11

#include <cuda/atomic>

using Counter = cuda::atomic_ref<unsigned, cuda::thread_scope_block>;

__global__ void hand_over(const float *in, float *out, unsigned rounds) {
  __shared__ float slot[2][32];
  __shared__ unsigned filledWord, emptiedWord;
  if (threadIdx.x == 0) filledWord = emptiedWord = 0;
  __syncthreads();
  Counter filled(filledWord), emptied(emptiedWord);
  int lane = threadIdx.x % 32;
  for (unsigned r = 0; r < rounds; r++) {
    if (threadIdx.x < 32) {
      if (lane == 0)
        while (r - emptied.load(cuda::memory_order_acquire) >= 2) {}
      __syncwarp();
      slot[r % 2][lane] = in[r * 32 + lane];
      __syncwarp();
      if (lane == 0) filled.store(r + 1, cuda::memory_order_release);
    } else {
      if (lane == 0)
        while (filled.load(cuda::memory_order_acquire) <= r) {}
      __syncwarp();
      float value = slot[r % 2][31 - lane];
      if (lane == 0) emptied.store(r + 1, cuda::memory_order_release);
      out[((size_t)blockIdx.x * rounds + r) * 32 + lane] = value;
    }
  }
}
