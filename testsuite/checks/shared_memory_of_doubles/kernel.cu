//--blockDim=32 --gridDim=1 --shared-memory=767
// elements count with their sizes
// expect: confirmed shared-memory
// stages: verify

__global__ void keep(float *out) {
  __shared__ float a[64];
  __shared__ double b[64];
  int t = threadIdx.x;
  a[t] = t;
  b[t] = 2 * t;
  __syncthreads();
  out[t] = a[31 - t] + b[31 - t];
}
