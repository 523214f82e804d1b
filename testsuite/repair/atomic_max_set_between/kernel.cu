//--blockDim=64 --gridDim=1
// expect: race
// expect-repair: unrepairable
// The element is set between its load and the comparison: an atomic maximum at the place of the
// comparison would be held against that value.
__global__ void peak(int *m, const int *in) {
  int x = in[threadIdx.x];
  int i = x & 7;
  int old = m[i];
  m[i] = 0;
  if (x > old)
    m[i] = x;
}
