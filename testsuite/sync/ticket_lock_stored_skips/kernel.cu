//--blockDim=1 --gridDim=8
// every second ticket is left out: its owner waits for ever, the others come one after the other
// expect: verified
// stages: verify

#include <cuda/atomic>

using counter = cuda::atomic<unsigned, cuda::thread_scope_device>;

__global__ void append(counter *next, counter *serving, int *list, int *size, const int *in) {
  unsigned mine = next->fetch_add(1, cuda::memory_order_relaxed);
  while (serving->load(cuda::memory_order_acquire) != mine) {}
  list[*size] = in[blockIdx.x];
  *size += 1;
  serving->store(mine + 2, cuda::memory_order_release);
}
