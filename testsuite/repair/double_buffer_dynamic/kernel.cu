//--blockDim=64 --gridDim=4 --double-buffer
// the launch says how large it is: there is no room for a second copy
// expect: verified
// expect-repair: unchanged; cost 20 -> 20

__global__ void sums(float *out, const float *in, int n) {
  extern __shared__ float tile[];
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    tile[t] = in[k * 64 + t];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}
