//--blockDim=64 --gridDim=1
// two inner loops: the race lies between them and around the outer loop
// expect: race
// expect-repair: repaired; add 2 block; cost 0 -> 20

__global__ void siblings(int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x, sum = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < 3; ++j)
      s[t] = i + j * t;
    for (int j = 0; j < 3; ++j)
      sum += s[(t + 1) & 63];
  }
  out[t] = sum;
}
