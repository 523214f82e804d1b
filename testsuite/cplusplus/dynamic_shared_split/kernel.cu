//--blockDim=64 --gridDim=4
// one dynamic buffer divided into two arrays of different types
// expect: verified
// expect-repair: unchanged; cost 1 -> 1

extern __shared__ float pool[];

__global__ void sums(const float *in, float *out) {
  float *value = pool;
  int *key = (int *)(pool + 64);
  int t = threadIdx.x;
  value[t] = in[blockIdx.x * 64 + t];
  key[t] = 63 - t;
  __syncthreads();
  out[blockIdx.x * 64 + t] = value[key[63 - t]];
}
