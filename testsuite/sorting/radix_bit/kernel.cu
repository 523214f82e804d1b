//--blockDim=64 --gridDim=4
// split by one bit: places from a scan in shared memory; the analysis cannot know that they differ
// expect: race at line 19

__global__ void split(int *data, int bit) {
  __shared__ int zeros[64];
  int t = threadIdx.x, base = blockIdx.x * 64;
  int v = data[base + t];
  int one = (v >> bit) & 1;
  zeros[t] = 1 - one;
  __syncthreads();
  for (int d = 1; d < 64; d *= 2) {
    int u = t >= d ? zeros[t - d] : 0;
    __syncthreads();
    zeros[t] += u;
    __syncthreads();
  }
  int place = one ? zeros[63] + t - zeros[t] : zeros[t] - 1;
  data[base + place] = v;
}
