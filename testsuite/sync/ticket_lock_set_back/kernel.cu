//--blockDim=1 --gridDim=8
// one thread sets the word back to 0 while others take their turns
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
  if (in[0] == blockIdx.x) Word(*serving).store(0u, cuda::memory_order_release);
}
