//--blockDim=32 --gridDim=1 --check=misaligned
// only threads at the beginning of a vector take one
// expect: verified

__global__ void window(float *out, const float *in) {
  if (threadIdx.x % 4 == 0) {
    float4 v = *(const float4 *)&in[threadIdx.x];
    out[threadIdx.x] = v.x + v.y + v.z + v.w;
  }
}
