//--blockDim=64 --gridDim=4
// a barrier in a loop that reads only
// expect: verified
// expect-repair: improved; remove block at line 13; cost 11 -> 1

__global__ void sums(const int *in, int *out) {
  __shared__ int s[64];
  int sum = 0;
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int k = 0; k < 8; ++k) {
    sum += s[(threadIdx.x + k) & 63];
    __syncthreads();
  }
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}
