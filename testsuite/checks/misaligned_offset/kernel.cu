//--blockDim=32 --gridDim=1 --check=misaligned
// the offset of the batch may be any number
// expect: confirmed misaligned at line 6

__global__ void batch(float *out, const float *in, int offset) {
  float4 v = reinterpret_cast<const float4 *>(in + offset)[threadIdx.x];
  out[threadIdx.x] = v.x + v.w;
}
