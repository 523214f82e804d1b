//--blockDim=64 --gridDim=4
// sixty-four bins in bytes, one row a thread, summed by columns
// expect: verified

__global__ void histogram(const unsigned char *data, unsigned *out) {
  __shared__ unsigned char s[64 * 64];
  unsigned t = threadIdx.x;
  for (unsigned b = 0; b < 64; ++b)
    s[t * 64 + b] = 0;
  for (unsigned k = 0; k < 60; ++k)
    s[t * 64 + (data[(blockIdx.x * 60 + k) * 64 + t] >> 2)]++;
  __syncthreads();
  unsigned sum = 0;
  for (unsigned k = 0; k < 64; ++k)
    sum += s[k * 64 + t];
  out[blockIdx.x * 64 + t] = sum;
}
