//--blockDim=64 --gridDim=1
// read one array, write the other, whichever that is
// expect: verified
// expect-repair: unchanged; cost 0 -> 0

__global__ void choose(int *a, int *b, int which) {
  int *p = which ? a : b, *q = which ? b : a;
  int t = threadIdx.x;
  q[t] = p[t + 1];
}
