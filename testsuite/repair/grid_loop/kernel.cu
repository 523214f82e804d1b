//--blockDim=64 --gridDim=4
// races between blocks in a loop: two grid barriers
// expect: race at line 8, 9
// expect-repair: repaired; add 2 grid; cost 0 -> 44

__global__ void blocks(int *v, int n) {
  for (int k = 0; k < n; ++k) {
    int x = v[((blockIdx.x + 1) & 3) * 64 + threadIdx.x];
    v[blockIdx.x * 64 + threadIdx.x] = x;
  }
}
