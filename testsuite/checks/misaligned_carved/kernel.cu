//--blockDim=32 --gridDim=1
// an odd number of floats before the doubles of dynamic shared memory
// expect: confirmed misaligned at line 9

__global__ void carve(double *out, const float *in) {
  extern __shared__ __align__(16) unsigned char memory[];
  float *floats = reinterpret_cast<float *>(memory);
  double *doubles = reinterpret_cast<double *>(memory + 33 * sizeof(float));
  doubles[threadIdx.x] = in[threadIdx.x];
  floats[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = doubles[threadIdx.x] + floats[threadIdx.x];
}
