//--blockDim=32 --gridDim=2 --arg n=64
// expect: verified
// expect-advice: coalescing 32 of 4 at line 8
// Each thread goes along a row of its own; the lanes are a row apart in every iteration.
__global__ void sums(float *out, const float *in, int n) {
  int row = blockIdx.x * 32 + threadIdx.x;
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += in[row * n + i];
  out[row] = sum;
}
