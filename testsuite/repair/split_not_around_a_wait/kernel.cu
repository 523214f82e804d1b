//--blockDim=64 --gridDim=1
// thread 0 waits in the branch for another one: behind the barrier, which both have come to
// expect: race
// expect-repair: repaired; split-branch block; cost 0 -> 1

__global__ void exchange(int *v, volatile int *flag) {
  int t = threadIdx.x;
  if (t < 32) {
    v[t] = v[t + 32];
    if (t == 0)
      while (*flag == 0) {}
  } else {
    v[t] = v[t - 32] + 1;
    if (t == 63)
      *flag = 1;
  }
}
