//--blockDim=128 --gridDim=32
// a seventeenth particle is stored in the list of the next cell
// expect: confirmed race at line 10

__global__ void bin(const int *cell, int *list, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int c = cell[i] & 1023;
  int at = atomicAdd(&count[c], 1);
  if (at <= 16) list[c * 16 + at] = i;
}
