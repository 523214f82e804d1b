//--blockDim=64 --gridDim=1 --check=default,uninitialized
// the last round of clearing is missing
// expect: confirmed uninitialized at line 13

__global__ void bins(const unsigned *in, unsigned *out) {
  __shared__ unsigned s[256];
  for (int i = threadIdx.x; i < 192; i += 64)
    s[i] = 0;
  __syncthreads();
  if (in[threadIdx.x] < 192) atomicAdd(&s[in[threadIdx.x]], 1);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += 64)
    out[i] = s[i];
}
