//--blockDim=32 --gridDim=2 --arg n=64
// expect: verified
// expect-advice: none
// Each thread goes down a column: the lanes are neighbours in every iteration.
__global__ void sums(float *out, const float *in, int n) {
  int column = blockIdx.x * 32 + threadIdx.x;
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += in[i * n + column];
  out[column] = sum;
}
