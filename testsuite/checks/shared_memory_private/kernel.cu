//--blockDim=32 --gridDim=1 --shared-memory=128
// arrays of one thread are no shared memory
// expect: verified
// stages: verify

__global__ void keep(float *out) {
  __shared__ float a[32];
  float b[1000];
  int t = threadIdx.x;
  a[t] = t;
  b[t] = 2 * t;
  __syncthreads();
  out[t] = a[31 - t] + b[31 - t];
}
