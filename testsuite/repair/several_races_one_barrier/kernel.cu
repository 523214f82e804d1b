//--blockDim=64 --gridDim=1
// three races on three arrays, one place separates all of them
// expect: race
// expect-repair: repaired; add block; cost 0 -> 1

__global__ void several(int *a, int *b, int *c) {
  int t = threadIdx.x;
  int x = a[t + 1] + b[t + 2] + c[t + 3];
  a[t] = x;
  b[t] = x + 1;
  c[t] = x + 2;
}
