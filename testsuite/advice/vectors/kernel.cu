//--blockDim=64 --gridDim=2
// expect: verified
// expect-advice: none
// 16 bytes a lane are served 8 lanes at a time: 32 words in a row.
__global__ void reverse(float4 *out, const float4 *in) {
  __shared__ float4 tile[64];
  int t = threadIdx.x;
  tile[t] = in[blockIdx.x * 64 + t];
  __syncthreads();
  out[blockIdx.x * 64 + t] = tile[63 - t];
}
