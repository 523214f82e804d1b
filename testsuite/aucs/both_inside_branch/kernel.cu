//--blockDim=64 --gridDim=1
// both accesses lie in one thread-dependent branch: only another control flow would help
// expect: race at line 9, 10
// expect-repair: unrepairable

__global__ void inner(int *v) {
  int t = threadIdx.x;
  if (t < 48) {
    int x = v[t + 1];
    v[t] = x;
  }
}
