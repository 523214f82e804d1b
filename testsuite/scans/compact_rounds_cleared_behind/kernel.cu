//--blockDim=256 --gridDim=64
// each round leaves the counter of the block cleared for the next one
// expect: verified
// stages: verify
__global__ void keep_above(const int *in, int *out, int *total, int threshold) {
  __shared__ int stage[256], fill, base;
  const int t = threadIdx.x;
  if (t == 0) fill = 0;
  __syncthreads();
  for (int round = 0; round < 16; ++round) {
    const int v = in[(blockIdx.x * 16 + round) * 256 + t];
    if (v > threshold) stage[atomicAdd(&fill, 1)] = v;
    __syncthreads();
    if (t == 0) base = atomicAdd(total, fill);
    __syncthreads();
    if (t < fill) out[base + t] = stage[t];
    __syncthreads();
    if (t == 0) fill = 0;
    __syncthreads();
  }
}
