//--blockDim=128 --gridDim=32
// each cell has a list of at most 16 particles, whose number is not negative at first
// expect: verified

__global__ void bin(const int *cell, int *list, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int c = cell[i] & 1023;
  int at = atomicAdd(&count[c], 1);
  if (at < 16) list[c * 16 + at] = i;
}
