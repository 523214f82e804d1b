//--blockDim=64 --gridDim=1
// each round uses the storage of the one before
// expect: race at line 13

#include <cub/cub.cuh>

__global__ void scan(int *v, int n) {
  typedef cub::BlockScan<int, 64> Scan;
  __shared__ typename Scan::TempStorage storage;
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    int x = v[i * 64 + t];
    Scan(storage).InclusiveSum(x, x);
    v[i * 64 + t] = x;
  }
}
