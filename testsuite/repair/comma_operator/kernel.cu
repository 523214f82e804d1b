//--blockDim=128 --gridDim=1
// A barrier between the operands of a comma, in one arm of a chain.
// expect: race at line 12
// expect-repair: repaired; add block before line 12; cost 0 -> 1

__global__ void modes(int *out, int mode) {
  __shared__ int tile[128];
  int t = threadIdx.x;
  if (mode == 0)
    tile[t] = t;
  else if (mode == 1)
    tile[t] = 2 * t, out[t] = tile[(t + 1) % 128];
  else
    out[t] = 0;
}
