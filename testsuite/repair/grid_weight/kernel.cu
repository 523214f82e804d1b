//--blockDim=64 --gridDim=4 --grid-weight=4
// another weight of grid barriers
// expect: race at line 7, 8
// expect-repair: repaired; add grid; cost 0 -> 5

__global__ void blocks(int *v) {
  int x = v[255 - blockIdx.x * 64 - threadIdx.x];
  v[blockIdx.x * 64 + threadIdx.x] = x;
}
