//--blockDim=32 --gridDim=1
// a mean of floating-point numbers in another order of the sum
// expect: verified
// expect-equivalence: bounded

void mean_in_turn(float *mean, const float *in, float scale) {
  float sum = 0;
  for (int i = 0; i < 32; ++i) sum += in[i] / (3 * scale + 1);
  *mean = sum;
}
__global__ void mean_of_all(float *mean, const float *in, float scale) {
  __equivalent_to(mean_in_turn);
  float sum = in[threadIdx.x] / (3 * scale + 1);
  for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffff, sum, d);
  if (threadIdx.x == 0) *mean = sum;
}
