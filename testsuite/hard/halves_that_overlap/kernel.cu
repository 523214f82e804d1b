//--blockDim=64 --gridDim=4
// expect: race
// stages: verify
// Racy twin of conditions/halves_of_butterflies: the second halves begin one element early.
__global__ void halves_that_overlap(float *v, int half, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n || half <= 1) return;
  int i = t / half * 2 * half + t % half;
  float a = v[i], b = v[i + half - 1];
  v[i] = a + b;
  v[i + half - 1] = a - b;
}
