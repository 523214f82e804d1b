//--blockDim=128 --gridDim=16
// the place is one too far to the left: own and sum overlap
// expect: race at line 20, 23
// stages: verify

__global__ void nearest(const float *points, const float *centres, float *sums, int n, int k) {
  __requires(k >= 1 && k <= 64 && n >= 0 && n <= 10000000);
  extern __shared__ float shared[];
  float *own = shared, *sum = shared + k;
  for (int c = threadIdx.x; c < k; c += blockDim.x) {
    own[c] = centres[c];
    sum[c] = 0.0f;
  }
  __syncthreads();
  for (int p = blockIdx.x * blockDim.x + threadIdx.x; p < n; p += gridDim.x * blockDim.x) {
    int best = 0;
    float least = 1e30f;
    for (int c = 0; c < k; ++c)
      if (own[c] - points[p] < least) {
        least = own[c] - points[p];
        best = c;
      }
    atomicAdd(&sum[best - 1], points[p]);
  }
}
