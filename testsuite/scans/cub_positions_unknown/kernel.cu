//--blockDim=64 --gridDim=2
// what CUB adds up with an operator is not computed: no run of the kernel confirms anything
// expect: possible race
// stages: verify
#include <cub/cub.cuh>
__global__ void compact(const int *in, int *out) {
  typedef cub::BlockScan<int, 64> Scan;
  __shared__ typename Scan::TempStorage temp;
  int place;
  Scan(temp).ExclusiveScan(1, place, 0, cub::Sum());
  out[blockIdx.x * 64 + place] = in[threadIdx.x];
}
