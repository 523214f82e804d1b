//--blockDim=[8,8] --gridDim=[4,4]
// game of life on a torus
// expect: verified
// expect-repair: unchanged

#define N 32

__global__ void life(const unsigned char *in, unsigned char *out) {
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  int alive = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (dx != 0 || dy != 0)
        alive += in[((y + dy) & (N - 1)) * N + ((x + dx) & (N - 1))];
  out[y * N + x] = alive == 3 || (alive == 2 && in[y * N + x]);
}
