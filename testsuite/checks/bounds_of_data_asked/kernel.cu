//--blockDim=64 --gridDim=1 --check=default,bounds
// bounds in full: some element may have no bin
// expect: confirmed bounds at line 9

__global__ void bins(const unsigned *v, unsigned *out) {
  __shared__ unsigned s[64];
  s[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&s[v[threadIdx.x]], 1);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
