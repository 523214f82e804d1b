//--blockDim=64 --gridDim=1
// the case with the race falls through into the next one, whose threads would run it too early
// expect: race at line 10
// expect-repair: repaired; split-branch block before line 10
// expect-patch: withheld

__global__ void fall(int *v, int *w) {
  int t = threadIdx.x;
  switch (t % 4) {
  case 0: v[t] = v[t + 4];
  case 1:
    w[t] = 1;
    break;
  }
}
