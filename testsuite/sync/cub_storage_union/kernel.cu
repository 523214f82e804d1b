//--blockDim=64 --gridDim=1
// a union of storages is one storage
// expect: race at line 15, 16

#include <cub/cub.cuh>

__global__ void both(int *v) {
  typedef cub::BlockScan<int, 64> Scan;
  typedef cub::BlockReduce<int, 64> Reduce;
  __shared__ union {
    typename Scan::TempStorage scan;
    typename Reduce::TempStorage reduce;
  } storage;
  int t = threadIdx.x, x = v[t];
  Scan(storage.scan).ExclusiveSum(x, x);
  int all = Reduce(storage.reduce).Sum(x);
  v[t] = x;
  if (t == 0) v[64] = all;
}
