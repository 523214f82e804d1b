//--blockDim=256 --gridDim=16
// a list of the block, and what finds no place there goes to the list of all by itself
// expect: verified

__global__ void expand(const int *next, int n, int *items, int *size) {
  __shared__ int queue[200], count, base;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) {
    int slot = atomicAdd(&count, 1);
    if (slot < 200)
      queue[slot] = next[i];
    else
      items[atomicAdd(size, 1)] = next[i];
  }
  __syncthreads();
  int kept = min(count, 200);
  if (threadIdx.x == 0 && kept > 0) base = atomicAdd(size, kept);
  __syncthreads();
  for (int k = threadIdx.x; k < kept; k += 256) items[base + k] = queue[k];
}
