//--blockDim=128 --gridDim=32
// the flag of the last block lies in the partial sums, which are stored while others read it
// stages: verify
// expect: possible race at line 20, 27; possible race at line 20, 33; confirmed race at line 25, 28

__global__ void sum(const float *in, float *out, int *done, int n) {
  extern __shared__ char raw[];
  float *partial = reinterpret_cast<float *>(raw);
  bool *last = reinterpret_cast<bool *>(partial + 127);
  const int t = threadIdx.x;
  float s = 0;
  for (int i = blockIdx.x * 128 + t; i < n; i += gridDim.x * 128) s += in[i];
  partial[t] = s;
  __syncthreads();
  for (int d = 64; d > 0; d >>= 1) {
    if (t < d) partial[t] += partial[t + d];
    __syncthreads();
  }
  if (t == 0) {
    out[blockIdx.x] = partial[0];
    __threadfence();
    *last = atomicAdd(done, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (*last) {
    float all = 0;
    for (int b = t; b < gridDim.x; b += 128) all += out[b];
    partial[t] = all;
    __syncthreads();
    if (t == 0) {
      float result = 0;
      for (int k = 0; k < 128; ++k) result += partial[k];
      out[0] = result;
    }
  }
}
