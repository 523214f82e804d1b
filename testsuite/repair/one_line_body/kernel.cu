//--blockDim=64 --gridDim=1
// a loop without braces: the patch adds them
// expect: race at line 8
// expect-repair: repaired; add 2 block; cost 0 -> 20

__global__ void unbraced(int *v, int n) {
  for (int k = 0; k < n; ++k)
    v[threadIdx.x] = v[threadIdx.x + 1];
}
