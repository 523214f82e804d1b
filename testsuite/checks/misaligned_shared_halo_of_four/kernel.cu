//--blockDim=32 --gridDim=1 --check=all
// a halo as wide as a vector
// expect: verified

__global__ void stage(float4 *out, const float4 *in) {
  __shared__ __align__(16) float tile[132];
  float *inner = tile + 4;
  reinterpret_cast<float4 *>(inner)[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x < 4) tile[threadIdx.x] = 0;
  __syncthreads();
  float4 sum;
  sum.x = tile[4 * threadIdx.x + 3];
  sum.y = tile[4 * threadIdx.x + 4];
  sum.z = tile[4 * threadIdx.x + 5];
  sum.w = tile[4 * threadIdx.x + 6];
  out[threadIdx.x] = sum;
}
