//--blockDim=64 --gridDim=1
// a primitive of the block where half of it comes
// expect: divergence at line 12

#include <cub/cub.cuh>

__global__ void half(int *v) {
  typedef cub::BlockReduce<int, 64> Reduce;
  __shared__ typename Reduce::TempStorage storage;
  int t = threadIdx.x, all = 0;
  if (t < 32)
    all = Reduce(storage).Sum(v[t]);
  if (t == 0) v[0] = all;
}
