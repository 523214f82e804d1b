//--blockDim=128 --gridDim=2
// a reduction of the block, whose result thread 0 has
// expect: verified

#include <cub/cub.cuh>

__global__ void sum(const int *in, int *out) {
  typedef cub::BlockReduce<int, 128> Reduce;
  __shared__ typename Reduce::TempStorage storage;
  int all = Reduce(storage).Sum(in[blockIdx.x * 128 + threadIdx.x]);
  if (threadIdx.x == 0) out[blockIdx.x] = all;
}
