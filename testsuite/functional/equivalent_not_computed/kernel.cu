//--blockDim=64 --gridDim=1
// nobody computes erff here, so that nothing is compared
// expect: verified
// expect-equivalence: none

#include <cmath>
void errors_in_turn(float *out, const float *in) {
  for (int i = 0; i < 64; ++i) out[i] = erff(in[i]);
}
__global__ void errors(float *out, const float *in) {
  __equivalent_to(errors_in_turn);
  out[threadIdx.x] = erff(in[threadIdx.x] + 0.0f);
}
