//--blockDim=64 --gridDim=1
// the last thread has no neighbour, and reads it all the same
// expect: null-pointer at line 8
// expect-repair: not-applicable

__global__ void next(int *out, const int *in) {
  const int *neighbour = threadIdx.x + 1 < blockDim.x ? in + threadIdx.x + 1 : nullptr;
  out[threadIdx.x] = in[threadIdx.x] + *neighbour;
}
