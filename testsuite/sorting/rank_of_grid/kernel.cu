//--blockDim=128 --gridDim=8
// ranks among all keys, whatever their number
// expect: verified
// stages: verify
__global__ void sort(const int *in, int *out, int n) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) return;
  const int own = in[t];
  int rank = 0;
  for (int j = 0; j < n; ++j) {
    const int other = in[j];
    if (other < own || (other == own && j < t)) ++rank;
  }
  out[rank] = t;
}
