//--blockDim=32 --gridDim=1 --check-array-bounds
// exactly as many iterations as rows
// expect: verified

__global__ void loop(int *out) {
  __shared__ int s[16 * 32];
  for (int k = 0; k < 16; ++k)
    s[k * 32 + threadIdx.x] = k;
}
