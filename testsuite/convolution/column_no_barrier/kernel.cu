//--blockDim=[8,8] --gridDim=[4,4]
// columns, the barrier before the sum is missing; which of the two stores races first is open
// expect: race at line 15
// expect-repair: repaired; add block; cost 0 -> 1

__constant__ float weight[9];

__global__ void columns(const float *in, float *out) {
  __shared__ float s[16][8];
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  s[threadIdx.y][threadIdx.x] = in[y * 32 + x];
  s[threadIdx.y + 8][threadIdx.x] = in[(y + 8) * 32 + x];
  float sum = 0;
  for (int k = 0; k < 9; ++k)
    sum += weight[k] * s[threadIdx.y + k][threadIdx.x];
  out[y * 32 + x] = sum;
}
