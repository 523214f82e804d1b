// expect: race at line 7
// The host counts blocks in 64 bits, so that the largest n is launched as well: in 32 bits, n + 1023
// would wrap around, and no grid has so many blocks.

__global__ void last(int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n == 2147483647) p[0] = i;
}

void host(int *p, int n) {
  last<<<(n + 1023L) / 1024, 64>>>(p, n);
}
