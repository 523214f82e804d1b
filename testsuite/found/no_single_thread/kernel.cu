//--blockDim='*' --gridDim='*'
// expect: confirmed race at line 8
// stages: verify
// One thread, or an n that only one comes to, is no condition: n <= 1 || blockDim.x + gridDim.x <= 2 was offered, as
// the race that was seen first is one between blocks.
__global__ void total(const int *a, int *sum, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    if (a[i] > 0) sum[0] += a[i];
}
