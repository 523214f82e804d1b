//--blockDim=64 --gridDim=1
// both accesses lie in one thread-dependent branch: the branch has to be split
// expect: race at line 9, 10
// expect-repair: repaired; split-branch block before line 10

__global__ void inner(int *v) {
  int t = threadIdx.x;
  if (t < 48) {
    int x = v[t + 1];
    v[t] = x;
  }
}
