//--blockDim=64 --gridDim=4
// threads beyond the end have left by PTX; the barrier goes without them
// expect: verified

__global__ void leave(const int *in, int *out, int n) {
  __shared__ int s[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i >= n) asm volatile("exit;");
  s[threadIdx.x] = in[i];
  __syncthreads();
  if ((i ^ 1) < n) out[i] = s[threadIdx.x ^ 1];
}
