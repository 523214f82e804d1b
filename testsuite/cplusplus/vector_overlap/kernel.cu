//--blockDim=64 --gridDim=1
// float2 views that straddle those of the neighbours: no place in the source lies between the two halves of the store
// expect: race at line 9; confirmed misaligned at line 9
// expect-repair: repaired; add block
// expect-patch: withheld

__global__ void pairs(float *v) {
  float2 *p = (float2 *)(v + threadIdx.x);
  *p = make_float2(threadIdx.x, threadIdx.x * 7);
}
