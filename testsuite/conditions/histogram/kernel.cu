// sufficient: blockDim.x <= 64 || gridDim.x == 1
// stages: verify
// 64 counters a block, added up elsewhere
__global__ void histogram(const unsigned *in, unsigned *out) {
  __shared__ unsigned h[64];
  if (threadIdx.x < 64) h[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&h[in[blockIdx.x * blockDim.x + threadIdx.x] & 63], 1u);
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = h[threadIdx.x & 63];
}
