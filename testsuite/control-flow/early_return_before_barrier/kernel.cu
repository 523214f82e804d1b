//--blockDim=64 --gridDim=4
// threads outside of the data leave before the barrier, which goes without them
// expect: verified

__global__ void bounded(const int *in, int *out, int n) {
  __shared__ int s[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i >= n)
    return;
  s[threadIdx.x] = in[i];
  __syncthreads();
  out[i] = s[0];
}
