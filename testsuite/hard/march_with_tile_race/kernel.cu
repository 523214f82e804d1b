//--blockDim=[32,8] --gridDim=[3,12]
// expect: race
// stages: verify
// Racy twin of march_with_tile: the barrier at the start of a plane is missing, so that the halo of
// the next plane overwrites what others still read.
__global__ void march(float *next, const float *now, int nx, int ny, int nz) {
  __requires(nx == 96); __requires(ny == 96); __requires(nz == 64);
  __shared__ float tile[8 + 6][32 + 6];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  int lx = threadIdx.x + 3, ly = threadIdx.y + 3;
  int row = nx + 6, plane = row * (ny + 6);
  int at = (y + 3) * row + x + 3;
  for (int z = 0; z < nz; z++) {
    at += plane;
    if (threadIdx.y < 3) {
      tile[threadIdx.y][lx] = now[at - 3 * row];
      tile[threadIdx.y + 8 + 3][lx] = now[at + 8 * row];
    }
    tile[ly][lx] = now[at];
    __syncthreads();
    float sum = 0;
    for (int r = 1; r <= 3; r++) sum += tile[ly - r][lx] + tile[ly + r][lx];
    next[at] = sum;
  }
}
