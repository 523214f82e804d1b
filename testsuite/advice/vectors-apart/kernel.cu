//--blockDim=32 --gridDim=1
// expect: verified
// expect-advice: bank-conflict 2 at line 8; bank-conflict 2 at line 10
// Every second vector: of 8 lanes, 0 and 4, 1 and 5, 2 and 6, 3 and 7 share their banks.
__global__ void reverse(float4 *out, const float4 *in) {
  __shared__ float4 tile[64];
  int t = threadIdx.x;
  tile[2 * t] = in[t];
  __syncthreads();
  out[t] = tile[2 * (31 - t)];
}
