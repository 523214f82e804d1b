//--blockDim=64 --gridDim='*'
// expect: verified
// std::min gives a reference to one of two variables in C++; as a pointer it would have to be told which
#include <algorithm>

__global__ void copy(const float *in, float *out, int n) {
  const int first = blockIdx.x * 256;
  const int last = std::min(first + 256, n);
  for (int i = std::max(first, 0) + threadIdx.x; i < last; i += 64) out[i] = std::clamp(in[i], 0.0f, 1.0f);
}
