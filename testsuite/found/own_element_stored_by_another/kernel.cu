//--blockDim=128 --gridDim=1
// another thread has stored there since
// expect: confirmed race at line 12
// stages: verify
__global__ void lose(const int *in, int *out) {
  __shared__ int a[128];
  const int t = threadIdx.x, own = in[t];
  a[t] = own;
  __syncthreads();
  a[127 - t] = own + 1;
  __syncthreads();
  if (a[t] != own) out[0] = t;
}
