//--blockDim=32 --gridDim=1
// wherever the array begins: with one element before it vectors are not where they must be
// expect: confirmed misaligned at line 9

__global__ void stage(float4 *out, const float4 *in) {
  __shared__ __align__(16) float tile[132];
  // a halo of one element on the left
  float *inner = tile + 1;
  reinterpret_cast<float4 *>(inner)[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x == 0) tile[0] = 0;
  __syncthreads();
  float4 sum;
  sum.x = tile[4 * threadIdx.x];
  sum.y = tile[4 * threadIdx.x + 1];
  sum.z = tile[4 * threadIdx.x + 2];
  sum.w = tile[4 * threadIdx.x + 3];
  out[threadIdx.x] = sum;
}
