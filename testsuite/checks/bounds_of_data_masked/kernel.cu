//--blockDim=64 --gridDim=1 --check=default,bounds
// the mask gives each element a bin
// expect: verified

__global__ void bins(const unsigned *v, unsigned *out) {
  __shared__ unsigned s[64];
  s[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&s[v[threadIdx.x] & 63], 1);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
