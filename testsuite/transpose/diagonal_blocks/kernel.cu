//--blockDim=[16,16] --gridDim=[4,4]
// diagonal numbering of the blocks
// expect: verified
// expect-repair: unchanged; cost 1 -> 1

#define N 64

__global__ void transpose(const float *in, float *out) {
  __shared__ float tile[16][17];
  int by = blockIdx.x, bx = (blockIdx.x + blockIdx.y) % gridDim.x;
  tile[threadIdx.y][threadIdx.x] = in[(by * 16 + threadIdx.y) * N + bx * 16 + threadIdx.x];
  __syncthreads();
  out[(bx * 16 + threadIdx.y) * N + by * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
