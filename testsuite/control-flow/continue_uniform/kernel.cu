//--blockDim=64 --gridDim=1
// a uniform continue skips both accesses and barriers
// expect: verified
// expect-repair: unchanged; cost 20 -> 20

__global__ void skip(int *v, const int *out, int m) {
  int t = threadIdx.x;
  for (int k = 0; k < 16; ++k) {
    if ((k & m) != 0)
      continue;
    int x = v[(t + k) & 63];
    __syncthreads();
    v[t] = x;
    __syncthreads();
  }
}
