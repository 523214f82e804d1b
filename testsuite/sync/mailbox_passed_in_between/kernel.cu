//--blockDim=64 --gridDim=2
// thread 0 passes the word on and waits for it once more while another thread writes; it may jump out of that
// expect: race
// stages: verify

#include <cuda/atomic>

using Word = cuda::atomic_ref<int, cuda::thread_scope_device>;

__device__ void await(int *state, int value) {
  while (Word(*state).load(cuda::memory_order_acquire) != value) {}
}

__device__ void pass(int *state, int value) {
  Word(*state).store(value, cuda::memory_order_release);
}

__global__ void exchange(int *state, int *slot, const int *in) {
  int own = blockIdx.x;
  if (threadIdx.x == 0) await(state, own);
  __syncthreads();
  if (threadIdx.x == 0) {
    pass(state, 1 - own);
    await(state, own);
    if (in[0] == 77) goto done;
  }
  if (threadIdx.x == 5) slot[0] = own + 1;
done:
  __syncthreads();
  if (threadIdx.x == 0) pass(state, 1 - own);
}
