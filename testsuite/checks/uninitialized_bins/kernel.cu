//--blockDim=64 --gridDim=1 --check=default,uninitialized
// 64 threads clear 256 bins in four rounds; data say which bins are used then
// expect: verified

__global__ void bins(const unsigned *in, unsigned *out) {
  __shared__ unsigned s[256];
  for (int i = threadIdx.x; i < 256; i += 64)
    s[i] = 0;
  __syncthreads();
  atomicAdd(&s[in[threadIdx.x] & 255], 1);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += 64)
    out[i] = s[i];
}
