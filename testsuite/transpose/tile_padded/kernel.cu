//--blockDim=[32,8] --gridDim=[4,4]
// padded tile, four rows a thread
// expect: verified
// expect-repair: unchanged; cost 1 -> 1

#define N 128

__global__ void transpose(const float *in, float *out) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * N + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    out[(y + j) * N + x] = tile[threadIdx.x][threadIdx.y + j];
}
