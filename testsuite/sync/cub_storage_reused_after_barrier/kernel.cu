//--blockDim=128 --gridDim=1
// the same with a barrier in between
// expect: verified

#include <cub/cub.cuh>

__global__ void sums(const int *in, int *out) {
  typedef cub::BlockReduce<int, 128> Reduce;
  __shared__ typename Reduce::TempStorage storage;
  int t = threadIdx.x;
  int all = Reduce(storage).Sum(in[t]);
  __syncthreads();
  int top = Reduce(storage).Reduce(in[t + 128], cub::Max());
  if (t == 0) out[0] = all + top;
}
