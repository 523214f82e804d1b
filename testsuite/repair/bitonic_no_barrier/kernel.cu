//--blockDim=256 --gridDim=1
// the steps of a bitonic sort follow each other without a barrier
// expect: race
// expect-repair: repaired; add 1 block loop-end line 12; cost 1 -> 101

__global__ void bitonicSort(int *values) {
  __shared__ int shared[256];
  unsigned tid = threadIdx.x;
  shared[tid] = values[tid];
  __syncthreads();
  for (unsigned k = 2; k <= 256; k *= 2) {
    for (unsigned j = k / 2; j > 0; j /= 2) {
      unsigned ixj = tid ^ j;
      if (ixj > tid) {
        if ((tid & k) == 0) {
          if (shared[tid] > shared[ixj]) {
            int tmp = shared[tid];
            shared[tid] = shared[ixj];
            shared[ixj] = tmp;
          }
        } else {
          if (shared[tid] < shared[ixj]) {
            int tmp = shared[tid];
            shared[tid] = shared[ixj];
            shared[ixj] = tmp;
          }
        }
      }
    }
  }
  values[tid] = shared[tid];
}
