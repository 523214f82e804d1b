//--blockDim=32 --gridDim=1
// by default arrays are taken to begin where their accesses need it
// expect: verified

__global__ void stage(float4 *out, const float4 *in) {
  __shared__ float tile[128];
  reinterpret_cast<float4 *>(tile)[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = reinterpret_cast<float4 *>(tile)[31 - threadIdx.x];
}
