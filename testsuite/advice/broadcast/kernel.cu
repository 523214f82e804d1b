//--blockDim=64 --gridDim=2
// expect: verified
// expect-advice: none
// All lanes read the same word, in shared memory and of the factors.
__global__ void scale(float *v, const float *factors) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  tile[t] = v[blockIdx.x * 64 + t];
  __syncthreads();
  v[blockIdx.x * 64 + t] = tile[0] * factors[blockIdx.x];
}
