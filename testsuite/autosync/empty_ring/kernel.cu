//--blockDim=64 --gridDim=1
// micro-benchmark: one barrier serves the race in an iteration and the one between iterations
// expect: confirmed race
// expect-repair: repaired; add warp loop-end line 8; cost 0 -> 2.5

__global__ void ring(int *a, int n) {
  int t = threadIdx.x;
  for (int k = 0; k < n; ++k)
    a[(k + 1) * 64 + t] = a[k * 64 + (t ^ 1)];
}
