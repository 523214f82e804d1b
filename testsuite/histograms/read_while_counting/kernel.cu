//--blockDim=128 --gridDim=8
// the old count is read plainly before the atomic
// expect: race at line 9, 10
// expect-repair: repaired; add grid; cost 0 -> 13

__global__ void histogram(const unsigned *data, unsigned *bins, unsigned *before) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned bin = data[i] >> 24;
  before[i] = bins[bin];
  atomicAdd(&bins[bin], 1u);
}
