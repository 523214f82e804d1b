//--blockDim=64 --gridDim=1
// micro-benchmark: two arrays that feed each other in a loop
// expect: race
// expect-repair: repaired; add warp before line 10; add warp loop-end line 8; cost 0 -> 5

__global__ void stages(int *a, int *b, int n) {
  int t = threadIdx.x;
  for (int k = 0; k < n; ++k) {
    a[t] = b[t ^ 1];
    b[t] = a[t ^ 1] + 1;
  }
}
