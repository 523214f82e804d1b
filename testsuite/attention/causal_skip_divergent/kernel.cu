//--blockDim=32 --gridDim=4
// each thread leaves at its own key: the barriers diverge
// expect: divergence

__global__ void attend(const float *q, const float *k, float *out, int keys) {
  __shared__ float key;
  int row = blockIdx.x * 32 + threadIdx.x;
  float acc = 0;
  for (int j = 0; j <= row; ++j) {
    __syncthreads();
    if (threadIdx.x == 0)
      key = k[j];
    __syncthreads();
    acc += q[row] * key;
  }
  out[row] = acc;
}
