//--blockDim=32 --gridDim=1 --check=misaligned
// floats may begin at any multiple of 4 bytes: it depends on what else the compiler puts there
// expect: possible misaligned at line 7

__global__ void stage(float4 *out, const float4 *in) {
  __shared__ float tile[128];
  reinterpret_cast<float4 *>(tile)[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = reinterpret_cast<float4 *>(tile)[31 - threadIdx.x];
}
