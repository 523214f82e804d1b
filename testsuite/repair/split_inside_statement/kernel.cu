//--blockDim=64 --gridDim=1
// one statement under a condition reads and writes
// expect: race
// expect-repair: repaired; split-branch 1 block before line 9

__global__ void shift(int *v, int n) {
  int t = threadIdx.x;
  if (t < n)
    v[t] = v[t + 1];
}
