//--blockDim=64 --gridDim=1
// an update that has to be atomic, and a barrier before it and after it
// expect: race
// expect-repair: repaired; atomic device at line 11; add block before line 11; add block before line 12

__global__ void histogram(const int *data, int *bins) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = 0;
  int d = data[t];
  s[d & 63] = s[d & 63] + d;
  bins[t] = s[63 - t];
}
