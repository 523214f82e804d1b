//--blockDim=64 --gridDim=2
// what block 1 has read is not ordered before the slot is filled again
// expect: race at line 25
// stages: verify

#include <cuda/atomic>

struct Ring { unsigned filled, emptied; float slot[2][64]; };
using Counter = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;

__global__ void hand_over(Ring *ring, const float *in, float *out, unsigned rounds) {
  Counter filled(ring->filled), emptied(ring->emptied);
  for (unsigned r = 0; r < rounds; r++) {
    if (blockIdx.x == 0) {
      if (threadIdx.x == 0)
        while (r - emptied.load(cuda::memory_order_acquire) >= 2) {}
      __syncthreads();
      ring->slot[r % 2][threadIdx.x] = in[r * 64 + threadIdx.x];
      __syncthreads();
      if (threadIdx.x == 0) filled.store(r + 1, cuda::memory_order_release);
    } else {
      if (threadIdx.x == 0)
        while (filled.load(cuda::memory_order_acquire) <= r) {}
      __syncthreads();
      out[r * 64 + threadIdx.x] = ring->slot[r % 2][63 - threadIdx.x];
      __syncthreads();
      if (threadIdx.x == 0) emptied.store(r + 1, cuda::memory_order_relaxed);
    }
  }
}
