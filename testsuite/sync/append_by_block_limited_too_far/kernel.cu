//--blockDim=256 --gridDim=16
// places are reserved for what the list of the block has, and all that was counted is stored
// expect: race at line 21

__global__ void expand(const int *next, int n, int *items, int *size) {
  __shared__ int queue[256], count, base;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) {
    int slot = atomicAdd(&count, 1);
    if (slot < 256)
      queue[slot] = next[i];
    else
      items[atomicAdd(size, 1)] = next[i];
  }
  __syncthreads();
  int kept = min(count, 200);
  if (threadIdx.x == 0 && kept > 0) base = atomicAdd(size, kept);
  __syncthreads();
  for (int k = threadIdx.x; k < count; k += 256) items[base + k] = queue[k];
}
