//--blockDim=[16,16] --gridDim=[4,4]
// the tile is read before it is complete
// expect: race at line 11, 12
// expect-repair: repaired; add block; cost 0 -> 1

#define N 64

__global__ void transpose(const float *in, float *out) {
  __shared__ float tile[16][17];
  int bx = blockIdx.x * 16, by = blockIdx.y * 16;
  tile[threadIdx.y][threadIdx.x] = in[(by + threadIdx.y) * N + bx + threadIdx.x];
  out[(bx + threadIdx.y) * N + by + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
