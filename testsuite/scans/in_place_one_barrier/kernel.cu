//--blockDim=128 --gridDim=4
// in-place scan that forgets the barrier after writing
// expect: race at line 12, 14
// expect-repair: repaired; add block loop-end line 11; cost 11 -> 21

__global__ void scan(int *data) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = data[blockIdx.x * 128 + t];
  __syncthreads();
  for (int d = 1; d < 128; d <<= 1) {
    int v = t >= d ? s[t - d] : 0;
    __syncthreads();
    s[t] += v;
  }
  data[blockIdx.x * 128 + t] = s[t];
}
