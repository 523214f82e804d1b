//--blockDim=64 --gridDim=8
// thread 0 takes turns for its block, whose threads go through a loop; it reads whose turn it is once more
// expect: verified

#include <cuda/atomic>

struct TicketLock {
  unsigned next, serving;
};

using Word = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;

__device__ void enter(TicketLock *lock) {
  unsigned mine = Word(lock->next).fetch_add(1u, cuda::memory_order_relaxed);
  while (Word(lock->serving).load(cuda::memory_order_acquire) != mine) {}
}

__device__ void leave(TicketLock *lock) {
  Word serving(lock->serving);
  serving.store(serving.load(cuda::memory_order_relaxed) + 1u, cuda::memory_order_release);
}

__global__ void merge(TicketLock *lock, const int *in, int *table, int n) {
  if (threadIdx.x == 0) enter(lock);
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) table[i] = table[i] * 3 + in[i];
  __syncthreads();
  if (threadIdx.x == 0) leave(lock);
}
