//--blockDim=128 --gridDim=16
// tree reduction, interleaved addressing with a modulo
// expect: verified
// expect-repair: improved; weaken warp at line 10; cost 11 -> 10.25

__global__ void reduceModulo(const int *in, int *out) {
  __shared__ int s[128];
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned d = 1; d < blockDim.x; d *= 2) {
    if (t % (2 * d) == 0)
      s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
}
