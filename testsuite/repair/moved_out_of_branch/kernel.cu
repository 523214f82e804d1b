//--blockDim=64 --gridDim=1
// the barrier stands in a thread-dependent branch: it moves out
// expect: divergence at line 11
// expect-repair: repaired; remove block at line 11; add block; cost 1 -> 1

__global__ void moved(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  if (t < 40)
    __syncthreads();
  out[t] = s[63 - t];
}
