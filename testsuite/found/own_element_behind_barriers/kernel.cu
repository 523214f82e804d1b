//--blockDim=128 --gridDim=1
// what a thread has stored is in its element behind a barrier, and behind the next one
// expect: verified
// stages: verify
__global__ void keep(const int *in, int *out) {
  __shared__ int a[128];
  const int t = threadIdx.x, own = in[t];
  a[t] = own;
  __syncthreads();
  const int other = a[127 - t];
  __syncthreads();
  if (a[t] != own) out[0] = t + other;
}
