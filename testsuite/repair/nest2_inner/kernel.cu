//--blockDim=64 --gridDim=1
// nest of two: the race lies inside the inner iteration
// expect: race at line 9, 10
// expect-repair: repaired; add 2 block; cost 0 -> 200

__global__ void nest(int *v, int n, int m) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      int x = v[threadIdx.x + 1];
      v[threadIdx.x] = x;
    }
}
