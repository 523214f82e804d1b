//--blockDim=[16,16] --gridDim=1
// in place within one block: a block barrier between load and store is enough
// expect: race at line 7, 8
// expect-repair: repaired; add block; cost 0 -> 1

__global__ void transpose(float *m) {
  float v = m[threadIdx.x * 16 + threadIdx.y];
  m[threadIdx.y * 16 + threadIdx.x] = v;
}
