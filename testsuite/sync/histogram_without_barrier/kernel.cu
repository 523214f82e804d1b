//--blockDim=64 --gridDim=1
// counting orders nothing: nobody looks at what the atomics return
// expect: confirmed race at line 12, 14

__global__ void histogram(const unsigned char *in, int *out) {
  __shared__ int bins[64];
  int t = threadIdx.x;
  bins[t] = 0;
  __syncthreads();
  for (int i = t; i < 256; i += 64) {
    __syncthreads();
    atomicAdd(&bins[in[i] % 64], 1);
  }
  out[t] = bins[t];
}
