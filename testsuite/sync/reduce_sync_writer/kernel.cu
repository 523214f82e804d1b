//--blockDim=64 --gridDim=1
// the maximum of a warp is known to all of its lanes; one writes it
// expect: verified

__global__ void peak(const unsigned *in, unsigned *out) {
  int t = threadIdx.x;
  unsigned top = __reduce_max_sync(0xffffffff, in[t]);
  if (t % 32 == 5) out[t / 32] = top;
}
