// condition: blockDim.x <= 32
// stages: verify
// one row of 32 counters
__global__ void remainder(int *out) {
  __shared__ int s[32];
  s[threadIdx.x % 32] = threadIdx.x;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x % 32];
}
