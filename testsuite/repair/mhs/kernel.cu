//--blockDim=64 --gridDim=1 --mhs
// the greedy hitting set finds the place that separates all three
// expect: race
// expect-repair: repaired; add block

__global__ void several(int *a, int *b, int *c) {
  int t = threadIdx.x;
  int x = a[t + 1] + b[t + 2] + c[t + 3];
  a[t] = x;
  b[t] = x + 1;
  c[t] = x + 2;
}
