//--blockDim=64 --gridDim=1
// an exchange sets the counter
// expect: verified

__global__ void count(const int *in, int *out) {
  __shared__ int total;
  if (threadIdx.x == 0) atomicExch(&total, 0);
  __syncthreads();
  atomicAdd(&total, in[threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) out[0] = total;
}
