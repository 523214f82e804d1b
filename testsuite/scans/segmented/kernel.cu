//--blockDim=64 --gridDim=4
// segmented scan with flags in a second array
// expect: verified
// expect-repair: unchanged

__global__ void segmentedScan(int *data, const int *heads) {
  __shared__ int s[64], f[64];
  int t = threadIdx.x;
  int g = blockIdx.x * 64 + t;
  s[t] = data[g];
  f[t] = heads[g];
  __syncthreads();
  for (int d = 1; d < 64; d *= 2) {
    int v = 0, h = 1;
    if (t >= d) {
      v = s[t - d];
      h = f[t - d];
    }
    __syncthreads();
    if (t >= d && !f[t]) {
      s[t] += v;
      f[t] |= h;
    }
    __syncthreads();
  }
  data[g] = s[t];
}
