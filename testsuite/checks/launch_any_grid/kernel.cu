//--blockDim=64 --gridDim=*
// any number of blocks
// expect: race at line 8, 9
// expect-repair: repaired; add grid; cost 0 -> 13

__global__ void neighbour(int *v) {
  int i = blockIdx.x * 64 + threadIdx.x;
  int x = v[i + 1];
  v[i] = x;
}
