//--blockDim=64 --gridDim=2
// expect: verified
// expect-advice: none
// Four lanes read bytes of one word, which they share.
__global__ void reverse(unsigned char *out, const unsigned char *in) {
  __shared__ unsigned char tile[64];
  int t = threadIdx.x;
  tile[t] = in[blockIdx.x * 64 + t];
  __syncthreads();
  out[blockIdx.x * 64 + t] = tile[63 - t];
}
