//--blockDim=64 --gridDim=8
// the count is read while the first thread begins the next round
// expect: race at line 11, 17
// stages: verify

__global__ void append(const int *in, int n, int *out, int *total) {
  __shared__ int kept[64];
  __shared__ int count, base;
  const int t = threadIdx.x;
  for (int first = blockIdx.x * 64; first < n; first += gridDim.x * 64) {
    if (t == 0) count = 0;
    __syncthreads();
    if (first + t < n && in[first + t] > 0) kept[atomicAdd(&count, 1)] = in[first + t];
    __syncthreads();
    if (t == 0) base = atomicAdd(total, count);
    __syncthreads();
    if (t < count) out[base + t] = kept[t];
  }
}
