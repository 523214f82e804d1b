//--blockDim=32 --gridDim=1 --check=all
// each thread has a vector of its own
// expect: verified

__global__ void aligned(float *out, const float *in) {
  float4 v = *reinterpret_cast<const float4 *>(in + threadIdx.x * 4);
  out[threadIdx.x] = v.x + v.y + v.z + v.w;
}
