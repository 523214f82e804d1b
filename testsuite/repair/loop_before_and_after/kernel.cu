//--blockDim=64 --gridDim=1
// races on both sides of the loop
// expect: race
// expect-repair: repaired; add 2 block; cost 0 -> 2

__global__ void sides(const int *in, int *out, int n) {
  __shared__ int a[64], b[64];
  int t = threadIdx.x;
  a[t] = in[t];
  b[t] = 0;
  for (int k = 0; k < n; ++k)
    b[t] += a[(t + k) & 63];
  out[t] = b[63 - t];
}
