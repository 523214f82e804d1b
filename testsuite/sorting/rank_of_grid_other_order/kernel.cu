//--blockDim=128 --gridDim=8
// of equal keys each counts the later ones, but the first half of the threads the earlier ones
// expect: confirmed race at line 12
// stages: verify
__global__ void sort(const int *in, int *out, int n) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) return;
  const int own = in[t];
  int rank = 0;
  for (int j = 0; j < n; ++j)
    if (in[j] < own || (in[j] == own && (t < n / 2 ? j < t : j > t))) ++rank;
  out[rank] = t;
}
