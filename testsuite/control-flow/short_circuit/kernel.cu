//--blockDim=64 --gridDim=1
// the right side of && reads what others write
// expect: race at line 8, 10
// expect-repair: repaired; add block; cost 0 -> 1

__global__ void test(int *v, int *out) {
  int t = threadIdx.x;
  if (t > 0 && v[t - 1] > 3)
    out[t] = 1;
  v[t] = t;
}
