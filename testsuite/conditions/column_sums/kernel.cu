// condition: blockDim.x <= 48
// stages: verify
// columns of 48 threads
__global__ void column_sums(int *v) {
  __shared__ int s[48];
  int c = threadIdx.x % 48;
  if (threadIdx.x < 96) s[c] = threadIdx.x;
}
