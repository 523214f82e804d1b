//--blockDim=64 --gridDim=1
// three races whose spans form a chain: two barriers cut all of them
// expect: race
// expect-repair: repaired; add 2 block; cost 0 -> 2

__global__ void spans(int *a, int *b, int *c) {
  int t = threadIdx.x;
  int x = a[t + 1];
  int y = b[t + 1] + x;
  a[t] = y;
  int z = c[t + 1] + y;
  b[t] = z;
  c[t] = z;
}
