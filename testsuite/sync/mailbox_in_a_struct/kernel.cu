//--blockDim=64 --gridDim=[6,2]
// the word stands beside the slot that it is about
// expect: verified

#include <cuda/atomic>

struct Mailbox {
  int state, slot[64];
};

using Word = cuda::atomic_ref<int, cuda::thread_scope_device>;

__global__ void stream(Mailbox *boxes, int *sums, int rounds) {
  Mailbox &box = boxes[blockIdx.x];
  int own = blockIdx.y, sum = 0;
  for (int r = 0; r < rounds; r++) {
    if (threadIdx.x == 0)
      while (Word(box.state).load(cuda::memory_order_acquire) != own) {}
    __syncthreads();
    if (own == 0)
      box.slot[threadIdx.x] = r;
    else
      sum += box.slot[63 - threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) Word(box.state).store(1 - own, cuda::memory_order_release);
  }
  if (own == 1) sums[64 * blockIdx.x + threadIdx.x] = sum;
}
