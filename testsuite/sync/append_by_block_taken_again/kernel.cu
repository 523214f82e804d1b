//--blockDim=192 --gridDim=24
// as many are taken as are counted after the counter has begun anew
// expect: race at line 21
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
      fill = 0;
      where = k > 0 ? atomicAdd(size, fill) : 0;
    }
    __syncthreads();
    if (threadIdx.x < ready) list[where + threadIdx.x] = items[threadIdx.x];
    __syncthreads();
  }
}
