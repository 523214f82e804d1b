//--blockDim=64 --gridDim=4
// a lock of all blocks whose races within a block are found first: fences of the block do not do
// expect: race at line 18, 19; race at line 20
// expect-repair: fence 2 device

__device__ int lock;
__device__ int highest;
__device__ int owner;

__global__ void find_highest(const int *values, int n) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  if (i >= n)
    return;
  bool done = false;
  while (!done)
    if (atomicCAS(&lock, 0, 1) == 0) {
      const int value = values[i];
      if (value > highest) {
        highest = value;
        owner = i;
      }
      atomicExch(&lock, 0);
      done = true;
    }
}
