//--blockDim=32 --gridDim=1
// what the launch alone does not decide is not looked at
// expect: verified

__global__ void batch(float *out, const float *in, int offset) {
  float4 v = reinterpret_cast<const float4 *>(in + offset)[threadIdx.x];
  out[threadIdx.x] = v.x + v.w;
}
