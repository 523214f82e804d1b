//--blockDim=64 --gridDim=1
// micro-benchmark: two arrays that feed each other in a loop
// expect: race
// expect-repair: repaired; add 2 block; cost 0 -> 20

__global__ void stages(int *a, int *b, int n) {
  int t = threadIdx.x;
  for (int k = 0; k < n; ++k) {
    a[t] = b[t ^ 1];
    b[t] = a[t ^ 1] + 1;
  }
}
