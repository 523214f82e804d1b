//--blockDim=64 --gridDim=16
// thread 0 publishes the mean; nobody waits for it
// expect: race at line 15, 17
// expect-repair: repaired; add block; cost 1 -> 2

__global__ void centre(float *x) {
  __shared__ float s[64], mean;
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  s[t] = x[i];
  __syncthreads();
  if (t == 0) {
    float sum = 0;
    for (int k = 0; k < 64; ++k)
      sum += s[k];
    mean = sum / 64;
  }
  x[i] -= mean;
}
