//--blockDim=64 --gridDim=4
// who has returned is excused, who only skips the barrier is not
// expect: divergence at line 12

__global__ void skipping(const int *in, int *out, int n) {
  __shared__ int s[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i >= n)
    return;
  s[threadIdx.x] = in[i];
  if (s[threadIdx.x] > 0)
    __syncthreads();
  out[i] = s[threadIdx.x];
}
