//--blockDim=[16,16] --gridDim=[4,4]
// two-dimensional, the barrier after loading is missing
// expect: race
// expect-repair: repaired; add block; cost 0 -> 1

#define W 66

__global__ void laplace(const float *in, float *out) {
  __shared__ float s[18][18];
  int x = threadIdx.x + 1, y = threadIdx.y + 1;
  int g = (blockIdx.y * 16 + y) * W + blockIdx.x * 16 + x;
  s[y][x] = in[g];
  if (y == 1)
    s[0][x] = in[g - W];
  if (x == 1)
    s[y][0] = in[g - 1];
  out[g] = s[y - 1][x] + s[y][x - 1] - 2 * s[y][x];
}
