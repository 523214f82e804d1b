// sufficient: 1
// stages: verify
// Butterflies of any span: what a quotient and its remainder were made of is put together
__global__ void halves_of_butterflies(float *v, int half, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n || half <= 0) return;
  int i = t / half * 2 * half + t % half;
  float a = v[i], b = v[i + half];
  v[i] = a + b;
  v[i + half] = a - b;
}
