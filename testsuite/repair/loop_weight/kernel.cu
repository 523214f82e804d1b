//--blockDim=64 --gridDim=1 --loop-weight=3
// another weight of loops
// expect: race at line 8, 9
// expect-repair: repaired; add 2 block; cost 0 -> 6

__global__ void both(int *v, int n) {
  for (int k = 0; k < n; ++k) {
    int x = v[threadIdx.x + 1];
    v[threadIdx.x] = x;
  }
}
