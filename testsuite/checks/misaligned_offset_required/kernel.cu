//--blockDim=32 --gridDim=1 --check=misaligned
// expect: verified

__global__ void batch(float *out, const float *in, int offset) {
  __requires(offset % 4 == 0);
  float4 v = reinterpret_cast<const float4 *>(in + offset)[threadIdx.x];
  out[threadIdx.x] = v.x + v.w;
}
