//--blockDim=32 --gridDim=1 --shared-memory=639
// vectors of 16 bytes
// expect: confirmed shared-memory
// stages: verify

__global__ void keep(float *out) {
  __shared__ float4 vectors[32];
  __shared__ float b[32];
  float *a = &vectors[0].x;
  int t = threadIdx.x;
  a[t] = t;
  b[t] = 2 * t;
  __syncthreads();
  out[t] = a[31 - t] + b[31 - t];
}
