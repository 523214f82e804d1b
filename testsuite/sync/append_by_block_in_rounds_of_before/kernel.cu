//--blockDim=64 --gridDim=8
// writes as many cells as the round before has counted
// expect: race at line 19
// stages: verify

__global__ void append(const int *in, int n, int *out, int *total) {
  __shared__ int kept[64];
  __shared__ int count, base;
  const int t = threadIdx.x;
  int before = 0;
  for (int first = blockIdx.x * 64; first < n; first += gridDim.x * 64) {
    if (t == 0) count = 0;
    __syncthreads();
    if (first + t < n && in[first + t] > 0) kept[atomicAdd(&count, 1)] = in[first + t];
    __syncthreads();
    const int many = count;
    if (t == 0) base = many > 0 ? atomicAdd(total, many) : 0;
    __syncthreads();
    if (t < before) out[base + t] = kept[t];
    before = many;
  }
}
