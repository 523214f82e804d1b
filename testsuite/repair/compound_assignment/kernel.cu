//--blockDim=64 --gridDim=1
// a compound assignment from the neighbour
// expect: race at line 7
// expect-repair: repaired; add block; cost 0 -> 1

__global__ void compound(float *v) {
  v[threadIdx.x] += v[threadIdx.x + 1];
}
