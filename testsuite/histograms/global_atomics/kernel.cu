//--blockDim=128 --gridDim=8
// straight to global memory with atomics
// expect: verified
// expect-repair: unchanged; cost 0 -> 0

__global__ void histogram(const unsigned *data, unsigned *bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicInc(&bins[data[i] >> 24], 0xffffffffu);
}
