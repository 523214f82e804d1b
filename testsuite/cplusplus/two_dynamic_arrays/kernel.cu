//--blockDim=64 --gridDim=2
// both arrays begin at the same address: what stands in one is read from the other
// expect: race at line 13, 14
// expect-repair: repaired

__global__ void shifted(double *out) {
  extern __shared__ float small[];
  extern __shared__ double large[];
  unsigned t = threadIdx.x;
  if (t < 32)
    large[t] = t;
  __syncthreads();
  small[2 * t] = t;
  out[blockIdx.x * 64 + t] = large[(t + 1) % 64];
}
