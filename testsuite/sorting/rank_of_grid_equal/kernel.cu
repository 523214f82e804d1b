//--blockDim=128 --gridDim=8
// equal keys have one rank
// expect: confirmed race at line 13
// stages: verify
__global__ void sort(const int *in, int *out, int n) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) return;
  const int own = in[t];
  int rank = 0;
  for (int j = 0; j < n; ++j) {
    if (in[j] < own) ++rank;
  }
  out[rank] = t;
}
