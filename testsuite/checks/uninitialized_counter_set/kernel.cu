//--blockDim=64 --gridDim=1 --check=default,uninitialized
// one thread sets the count before all others
// expect: verified

__global__ void count(const int *in, int *out) {
  __shared__ int total;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  if (in[threadIdx.x] > -100) atomicAdd(&total, 1);
  __syncthreads();
  if (threadIdx.x == 0) out[0] = total;
}
