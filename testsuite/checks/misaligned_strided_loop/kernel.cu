//--blockDim=64 --gridDim=4 --check=misaligned
// vectors in strides of the whole grid, and what is left one by one
// expect: verified

__global__ void scale(float *out, const float *in, int n) {
  __requires(n >= 0 && n <= 1 << 20);
  int all = gridDim.x * blockDim.x;
  int first = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 4 * first; i + 3 < n; i += 4 * all) {
    float4 v = *reinterpret_cast<const float4 *>(&in[i]);
    *reinterpret_cast<float4 *>(&out[i]) = make_float4(2 * v.x, 2 * v.y, 2 * v.z, 2 * v.w);
  }
  for (int i = n / 4 * 4 + first; i < n; i += all) out[i] = 2 * in[i];
}
