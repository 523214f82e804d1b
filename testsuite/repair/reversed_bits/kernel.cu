//--blockDim=64 --gridDim=1
// the slots are all different, which only running the six iterations tells
// expect: race at line 9, 10
// expect-repair: repaired; add 1 block before line 10; cost 0 -> 1
__global__ void k(int *a) {
  __shared__ int s[64];
  int t = threadIdx.x, x = 0, y = t;
  for (int i = 0; i < 6; ++i) { x = (x << 1) | (y & 1); y >>= 1; }
  s[x] = t;
  a[t] = s[t];
}
