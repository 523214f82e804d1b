//--blockDim=32 --gridDim=1
// bitonic sort of one block in shared memory
// expect: verified

__global__ void bitonic(int *values) {
  __shared__ int s[32];
  unsigned t = threadIdx.x;
  s[t] = values[t];
  __syncthreads();
  for (unsigned k = 2; k <= 32; k *= 2) {
    for (unsigned j = k / 2; j > 0; j /= 2) {
      unsigned p = t ^ j;
      if (p > t) {
        int a = s[t], b = s[p];
        if (((t & k) == 0) == (a > b)) {
          s[t] = b;
          s[p] = a;
        }
      }
      __syncthreads();
    }
  }
  values[t] = s[t];
}
