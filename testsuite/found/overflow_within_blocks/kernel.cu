//--blockDim=256 --gridDim=[4,4]
// within a block only what wraps around meets, and tiles of neighbours overlap in every launch
// expect: confirmed race
// stages: verify

__global__ void halves(int N, float *C) {
  __requires(N >= 128 * (int)gridDim.x);
  int bx = blockIdx.x, by = blockIdx.y;
  int tx = threadIdx.x % 16 * 8, ty = threadIdx.x / 16 * 8;
  C = &C[by * 128 * N + bx * 64];
  for (int m = 0; m < 8; m++)
    for (int n = 0; n < 8; n += 4) C[(ty + m) * N + (tx + n)] *= 2;
}
