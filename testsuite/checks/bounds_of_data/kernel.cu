//--blockDim=64 --gridDim=1
// which bin an element falls into is for the data to say: by default no alarm
// expect: verified

__global__ void bins(const unsigned *v, unsigned *out) {
  __shared__ unsigned s[64];
  s[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&s[v[threadIdx.x]], 1);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
