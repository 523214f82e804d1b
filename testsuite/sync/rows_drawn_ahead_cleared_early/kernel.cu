//--blockDim=256 --gridDim=8
// the counter begins anew while some warps draw still
// expect: confirmed race at line 23
// stages: verify
__device__ int draw(int *next, int lane) {
  int row = 0;
  if (lane == 0) row = atomicAdd(next, 1);
  return __shfl_sync(0xffffffffu, row, 0);
}

__global__ void normalise(const float *in, float *out) {
  __shared__ int next;
  __shared__ float sum[96];
  const int lane = threadIdx.x & 31;
  const float *from = in + blockIdx.x * 96 * 32;
  if (threadIdx.x == 0) next = 0;
  __syncthreads();
  for (int row = draw(&next, lane); row < 96; row = draw(&next, lane)) {
    float v = from[row * 32 + lane];
    for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffffu, v, d);
    if (lane == 0) sum[row] = v;
  }
  if (threadIdx.x == 0) next = 0;
  __syncthreads();
  for (int row = draw(&next, lane); row < 96; row = draw(&next, lane))
    out[(blockIdx.x * 96 + row) * 32 + lane] = from[row * 32 + lane] / sum[row];
}
