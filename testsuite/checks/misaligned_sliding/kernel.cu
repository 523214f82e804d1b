//--blockDim=32 --gridDim=1
// only every fourth thread begins at a vector
// expect: confirmed misaligned at line 6

__global__ void window(float *out, const float *in) {
  float4 v = *(const float4 *)&in[threadIdx.x];
  out[threadIdx.x] = v.x + v.y + v.z + v.w;
}
