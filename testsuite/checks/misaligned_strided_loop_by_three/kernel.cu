//--blockDim=64 --gridDim=4
// strides of three elements
// expect: confirmed misaligned at line 7

__global__ void scale(float *out, const float *in) {
  for (int i = 3 * threadIdx.x; i + 3 < 768; i += 3 * blockDim.x) {
    float4 v = *reinterpret_cast<const float4 *>(&in[i]);
    if (blockIdx.x == 0) out[i] = v.x + v.w;
  }
}
