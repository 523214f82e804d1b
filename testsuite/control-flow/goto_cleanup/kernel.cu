//--blockDim=64 --gridDim=4
// goto to a common end: some threads skip the barrier
// expect: divergence

__global__ void cleanup(int *v, int n) {
  __shared__ int s[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  int x = 0;
  s[threadIdx.x] = i;
  if (v[i] > n)
    goto end;
  __syncthreads();
  x = s[63 - threadIdx.x];
end:
  v[i] = x;
}
