//--blockDim=32 --gridDim=1 --check=misaligned
// expect: verified

__global__ void carve(double *out, const float *in) {
  extern __shared__ __align__(16) unsigned char memory[];
  double *doubles = reinterpret_cast<double *>(memory);
  float *floats = reinterpret_cast<float *>(memory + 32 * sizeof(double));
  doubles[threadIdx.x] = in[threadIdx.x];
  floats[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = doubles[threadIdx.x] + floats[threadIdx.x];
}
