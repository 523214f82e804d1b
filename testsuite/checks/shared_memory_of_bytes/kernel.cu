//--blockDim=32 --gridDim=1 --shared-memory=160
// bytes are bytes
// expect: verified
// stages: verify

__global__ void keep(float *out) {
  __shared__ float a[32];
  __shared__ unsigned char b[32];
  int t = threadIdx.x;
  a[t] = t;
  b[t] = 2 * t;
  __syncthreads();
  out[t] = a[31 - t] + b[31 - t];
}
