//--blockDim=[16,16] --gridDim=[4,4]
// two-dimensional with a shared tile and halo
// expect: verified
// expect-repair: unchanged; cost 1 -> 1

#define W 66

__global__ void laplace(const float *in, float *out) {
  __shared__ float s[18][18];
  int x = threadIdx.x + 1, y = threadIdx.y + 1;
  int g = (blockIdx.y * 16 + y) * W + blockIdx.x * 16 + x;
  s[y][x] = in[g];
  if (y == 1)
    s[0][x] = in[g - W];
  if (y == 16)
    s[17][x] = in[g + W];
  if (x == 1)
    s[y][0] = in[g - 1];
  if (x == 16)
    s[y][17] = in[g + 1];
  __syncthreads();
  out[g] = s[y - 1][x] + s[y + 1][x] + s[y][x - 1] + s[y][x + 1] - 4 * s[y][x];
}
