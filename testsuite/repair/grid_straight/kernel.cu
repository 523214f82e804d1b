//--blockDim=64 --gridDim=4
// race between blocks only: a grid barrier
// expect: race at line 7, 8
// expect-repair: repaired; add grid; cost 0 -> 13

__global__ void blocks(int *v) {
  int x = v[((blockIdx.x + 1) & 3) * 64 + threadIdx.x];
  v[blockIdx.x * 64 + threadIdx.x] = x;
}
