//--blockDim=64 --gridDim=1
// the race is in a nest of branches, with an arm for the others
// expect: race
// expect-repair: repaired; split-branch 1 block before line 12

__global__ void nest(int *v, int *w, int n) {
  int t = threadIdx.x;
  if (t < n) {
    w[t] = 1;
    if (w[t + 64] > 0) {
      int far = v[t + 1];
      v[t] = far;
    }
  } else {
    w[t] = 2;
  }
}
