//--blockDim=192 --gridDim=24
// another thread begins anew than the one that takes what has been counted
// expect: confirmed race at line 15, 19
// stages: verify

__global__ void collect(const float *v, int n, float limit, int *list, int *size) {
  __shared__ int fill, ready, where, items[192];
  if (threadIdx.x == 0) fill = 0;
  __syncthreads();
  for (int base = blockIdx.x * 192; base < n; base += gridDim.x * 192) {
    const int i = base + threadIdx.x;
    if (i < n && v[i] > limit) items[atomicAdd(&fill, 1)] = i;
    __syncthreads();
    if (threadIdx.x == 0) {
      const int k = fill;
      ready = k;
      where = k > 0 ? atomicAdd(size, k) : 0;
    }
    if (threadIdx.x == 32) fill = 0;
    __syncthreads();
    if (threadIdx.x < ready) list[where + threadIdx.x] = items[threadIdx.x];
    __syncthreads();
  }
}
