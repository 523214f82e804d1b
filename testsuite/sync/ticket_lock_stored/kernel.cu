//--blockDim=1 --gridDim=8
// who has been served stores the next ticket
// expect: verified

#include <cuda/atomic>

using counter = cuda::atomic<unsigned, cuda::thread_scope_device>;

__global__ void append(counter *next, counter *serving, int *list, int *size, const int *in) {
  unsigned mine = next->fetch_add(1, cuda::memory_order_relaxed);
  while (serving->load(cuda::memory_order_acquire) != mine) {}
  list[*size] = in[blockIdx.x];
  *size += 1;
  serving->store(mine + 1, cuda::memory_order_release);
}
