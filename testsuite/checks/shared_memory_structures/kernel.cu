//--blockDim=32 --gridDim=1 --shared-memory=383
// structures with what is between their fields
// expect: confirmed shared-memory
// stages: verify

__global__ void keep(float *out) {
  struct Pair { float x; double y; };
  __shared__ Pair pairs[16];
  __shared__ float a[32];
  float *b = &pairs[0].x;
  int t = threadIdx.x;
  a[t] = t;
  b[t] = 2 * t;
  __syncthreads();
  out[t] = a[31 - t] + b[31 - t];
}
