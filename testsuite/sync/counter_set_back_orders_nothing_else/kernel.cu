//--blockDim=64 --gridDim=8
// expect: race
// the count says that all have written, but without a fence it orders the counter only
// stages: verify

__global__ void last(unsigned *count, int *data, int *out) {
  if (threadIdx.x == 0) {
    data[blockIdx.x] = blockIdx.x + 1;
    if (atomicAdd(count, 1u) == gridDim.x - 1) {
      *count = 0;
      for (int i = 0; i < gridDim.x; ++i) out[i] = data[i];
    }
  }
}
