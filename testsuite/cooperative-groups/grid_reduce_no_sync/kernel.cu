//--blockDim=64 --gridDim=4
// the first block adds up sums of blocks that may not have run
// expect: race at line 8, 10
// expect-repair: repaired; add grid; cost 0 -> 13

__global__ void sum(const int *in, int *part, int *out) {
  if (threadIdx.x == 0)
    part[blockIdx.x] = in[blockIdx.x];
  if (blockIdx.x == 0 && threadIdx.x == 0)
    *out = part[0] + part[1] + part[2] + part[3];
}
