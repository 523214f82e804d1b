//--blockDim=64 --gridDim=2
// expect: verified
// expect-advice: none
// An odd stride meets every bank once.
__global__ void triples(float *out, const float *in) {
  __shared__ float triple[192];
  int t = threadIdx.x;
  triple[3 * t] = in[blockIdx.x * 64 + t];
  __syncthreads();
  out[blockIdx.x * 64 + t] = triple[3 * (63 - t)];
}
