//--blockDim=1 --gridDim=8
// the turn is passed on by what is read once more, and then that is done again: two have their turns at once
// expect: race
// stages: verify

#include <cuda/atomic>

using Word = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;

__device__ void pass(Word serving) {
  serving.store(serving.load(cuda::memory_order_relaxed) + 1u, cuda::memory_order_release);
}

__global__ void append(unsigned *next, unsigned *serving, int *list, int *size, const int *in) {
  unsigned mine = Word(*next).fetch_add(1u, cuda::memory_order_relaxed);
  while (Word(*serving).load(cuda::memory_order_acquire) != mine) {}
  list[*size] = in[blockIdx.x];
  *size += 1;
  pass(Word(*serving));
  pass(Word(*serving));
}
