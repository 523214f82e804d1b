//--blockDim=32 --gridDim=1 --shared-memory=4351
// padding counts: 32 rows of 33 floats, and 32 more
// expect: confirmed shared-memory
// stages: verify

__global__ void keep(float *out) {
  __shared__ float tile[32][33], b[32];
  float *a = tile[0];
  int t = threadIdx.x;
  a[t] = t;
  b[t] = 2 * t;
  __syncthreads();
  out[t] = a[31 - t] + b[31 - t];
}
