//--blockDim=64 --gridDim=1
// as many iterations as 64 bits have numbers, and one more that is explicit: the counter got 65 bits
// expect: verified

__global__ void k(const int *in, int *out, size_t n) {
  __shared__ int s[64];
  for (size_t c = 0; c < n; ++c) {
    s[threadIdx.x] = in[threadIdx.x] + (int)c;
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x];
    __syncthreads();
  }
}
