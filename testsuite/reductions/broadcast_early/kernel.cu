//--blockDim=128 --gridDim=8
// barrier at the start of the loop body only: the total is read too early
// expect: race at line 13, 15
// expect-repair: repaired; add block before line 15; cost 10 -> 11

__global__ void normalize(float *v) {
  __shared__ float s[128];
  unsigned t = threadIdx.x;
  s[t] = v[blockIdx.x * 128 + t];
  for (unsigned d = 64; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d)
      s[t] += s[t + d];
  }
  v[blockIdx.x * 128 + t] /= s[0];
}
