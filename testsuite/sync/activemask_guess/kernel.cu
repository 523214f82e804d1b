//--blockDim=32 --gridDim=1
// the lanes that are seen together need not be all that take the branch: two parts of them may each
// have a lowest lane
// expect: race at line 11

__global__ void once(const int *in, int *out) {
  int t = threadIdx.x;
  if (in[t] > 0) {
    unsigned here = __activemask();
    if (t == __ffs(here) - 1)
      *out = t;
  }
}
