//--blockDim=64 --gridDim=1
// bisection of eigenvalue intervals: bounds in shared memory, refined in each step by their owners
// expect: verified
// expect-repair: unchanged

__global__ void bisect(const float *diagonal, float *out, int steps) {
  __shared__ float left[64], right[64];
  int t = threadIdx.x;
  left[t] = -100;
  right[t] = 100;
  for (int k = 0; k < steps; ++k) {
    float mid = (left[t] + right[t]) / 2;
    int count = 0;
    for (int j = 0; j < 16; ++j)
      if (diagonal[j] < mid)
        ++count;
    if (count > t)
      right[t] = mid;
    else
      left[t] = mid;
  }
  out[t] = left[t];
}
