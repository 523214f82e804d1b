//--blockDim=32 --gridDim=1
// the barrier of the inner loop is missing
// expect: race

__global__ void bitonic(int *values) {
  __shared__ int s[32];
  unsigned t = threadIdx.x;
  s[t] = values[t];
  __syncthreads();
  for (unsigned j = 16; j > 0; j /= 2) {
    unsigned p = t ^ j;
    if (p > t && s[p] < s[t]) {
      int a = s[t];
      s[t] = s[p];
      s[p] = a;
    }
  }
  values[t] = s[t];
}
