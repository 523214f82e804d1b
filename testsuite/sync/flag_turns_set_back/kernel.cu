//--blockDim=64 --gridDim=[4,4]
// slices of a sum take turns at a tile; the last one sets the turn back for the next launch
// expect: verified

#include <cuda/atomic>

__global__ void add(const float *part, float *sum, int *turn) {
  int tile = blockIdx.x, slice = blockIdx.y, t = threadIdx.x;
  cuda::atomic_ref<int, cuda::thread_scope_device> mine(turn[tile]);
  if (t == 0)
    while (mine.load(cuda::memory_order_acquire) != slice) {}
  __syncthreads();
  float x = part[(slice * gridDim.x + tile) * 64 + t];
  if (slice > 0) x += sum[tile * 64 + t];
  sum[tile * 64 + t] = x;
  __syncthreads();
  if (t == 0) mine.store(slice == gridDim.y - 1 ? 0 : slice + 1, cuda::memory_order_release);
}
