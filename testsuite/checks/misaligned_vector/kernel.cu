//--blockDim=32 --gridDim=1
// the vector of thread 0 begins in the middle of one
// expect: confirmed misaligned at line 6

__global__ void shifted(float *out, const float *in) {
  float4 v = *reinterpret_cast<const float4 *>(in + threadIdx.x * 4 + 1);
  out[threadIdx.x] = v.x + v.y + v.z + v.w;
}
