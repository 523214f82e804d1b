//--blockDim=[16,16] --gridDim=[4,4]
// the pad is too small: rows of the tile overlap
// expect: race at line 11
// expect-repair: unrepairable

#define N 64

__global__ void transpose(const float *in, float *out) {
  __shared__ float tile[16 * 17];
  int bx = blockIdx.x * 16, by = blockIdx.y * 16;
  tile[threadIdx.y * 15 + threadIdx.x] = in[(by + threadIdx.y) * N + bx + threadIdx.x];
  __syncthreads();
  out[(bx + threadIdx.y) * N + by + threadIdx.x] = tile[threadIdx.x * 15 + threadIdx.y];
}
