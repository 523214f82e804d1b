//--blockDim=64 --gridDim=[6,2]
// the slot is filled without a look whether it is empty
// expect: race
// stages: verify

#include <cuda/atomic>

enum { Empty, Full };

using Word = cuda::atomic_ref<int, cuda::thread_scope_device>;

__device__ void await(int *state, int value) {
  if (threadIdx.x == 0)
    while (Word(*state).load(cuda::memory_order_acquire) != value) {}
  __syncthreads();
}

__device__ void pass(int *state, int value) {
  __syncthreads();
  if (threadIdx.x == 0) Word(*state).store(value, cuda::memory_order_release);
}

__global__ void stream(int *states, int *slots, int *sums, int rounds) {
  int *state = states + blockIdx.x, *slot = slots + 64 * blockIdx.x;
  int sum = 0;
  for (int r = 0; r < rounds; r++)
    if (blockIdx.y == 0) {

      slot[threadIdx.x] = r * threadIdx.x;
      pass(state, Full);
    } else {
      await(state, Full);
      sum += slot[(threadIdx.x + 33) % 64];
      pass(state, Empty);
    }
  if (blockIdx.y == 1) sums[64 * blockIdx.x + threadIdx.x] = sum;
}
