//--blockDim=128 --gridDim=32
// expect: verified
// stages: verify
// After a loop whose number of iterations differs between the threads stands one that every thread
// runs once and that holds a barrier.
__global__ void digest(float *out, const float *in, int n) {
  __shared__ float sum[128];
  float mine = 0;
  for (int i = threadIdx.x; i < n; i++) mine += in[i];
  sum[threadIdx.x] = mine;
  for (int p = threadIdx.x; p < 128; p += 128) {
    __syncthreads();
    if (p < 64) sum[p] += sum[p + 64];
  }
  __syncthreads();
  if (threadIdx.x < 64) out[blockIdx.x * 64 + threadIdx.x] = sum[threadIdx.x];
}
