//--blockDim=64 --gridDim=4
// Some threads read the count while others still add to it, so that not all leave the loop
// expect: confirmed race at line 11, 12; confirmed divergence at line 14
// stages: verify

__global__ void rounds(const int *value, int *out, int limit, int n) {
  __shared__ int count;
  for (int i = 0; i < n; i++) {
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    if (value[64 * i + threadIdx.x] > limit) atomicAdd(&count, 1);
    if (count == 0) break;
    out[64 * blockIdx.x + threadIdx.x] = i;
    __syncthreads();
  }
}
