//--blockDim=64 --gridDim=8
// expect: verified
// a plain read by the last one comes behind all operations on the counter
// stages: verify

__global__ void total(unsigned *count, unsigned *out) {
  if (threadIdx.x == 0)
    if (atomicAdd(count, 1u) == gridDim.x - 1) *out = *count;
}
