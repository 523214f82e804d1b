//--blockDim=128 --gridDim=1
// a thread stores its key while others still count
// expect: confirmed race at line 12, 13
// stages: verify
__global__ void sort(const int *in, int *out) {
  __shared__ int key[128];
  const int t = threadIdx.x;
  const int own = in[t];
  key[t] = own;
  __syncthreads();
  int rank = 0;
  for (int j = 0; j < 128; ++j) rank += (key[j] < own) || (key[j] == own && j < t);
  key[rank] = own;
  __syncthreads();
  out[t] = key[t];
}
