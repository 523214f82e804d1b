//--blockDim=64 --gridDim=1
// race between two thread-dependent branches: the barrier goes between them
// expect: race at line 10, 12
// expect-repair: repaired; add block; cost 0 -> 1

__global__ void branches(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 32)
    s[t] = in[t];
  if (t >= 32)
    out[t] = s[63 - t];
}
