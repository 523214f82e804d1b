//--blockDim=32 --gridDim=1
// rows of 33 floats: what keeps the banks apart puts vectors across
// expect: confirmed misaligned at line 7

__global__ void rows(float4 *out, const float4 *in) {
  __shared__ __align__(16) float tile[32][33];
  *reinterpret_cast<float4 *>(&tile[threadIdx.x][0]) = in[threadIdx.x];
  out[threadIdx.x] = make_float4(tile[threadIdx.x][3], 0, 0, 0);
}
