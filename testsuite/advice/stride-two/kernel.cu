//--blockDim=64 --gridDim=2
// expect: verified
// expect-advice: bank-conflict 2 at line 8; bank-conflict 2 at line 9
// Pairs in shared memory: the first of each lie in the 16 even banks.
__global__ void pairs(float *out, const float *in) {
  __shared__ float pair[128];
  int t = threadIdx.x;
  pair[2 * t] = in[blockIdx.x * 64 + t];
  pair[2 * t + 1] = 1;
  __syncthreads();
  out[blockIdx.x * 64 + t] = pair[t] + pair[t + 64];
}
