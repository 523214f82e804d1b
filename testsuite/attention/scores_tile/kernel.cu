//--blockDim=[16,16] --gridDim=[2,2]
// tile of query times key
// expect: verified
// expect-repair: unchanged; cost 1 -> 1

#define D 16

__global__ void scores(const float *q, const float *k, float *out) {
  __shared__ float qs[16][D], ks[16][D + 1];
  int x = threadIdx.x, y = threadIdx.y;
  qs[y][x] = q[(blockIdx.y * 16 + y) * D + x];
  ks[y][x] = k[(blockIdx.x * 16 + y) * D + x];
  __syncthreads();
  float sum = 0;
  for (int d = 0; d < D; ++d)
    sum += qs[y][d] * ks[x][d];
  out[(blockIdx.y * 16 + y) * 32 + blockIdx.x * 16 + x] = sum * 0.25f;
}
