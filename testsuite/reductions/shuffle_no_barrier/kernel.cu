//--blockDim=128 --gridDim=8
// shuffles inside warps, the barrier between them forgotten
// expect: race at line 18, 19
// expect-repair: repaired; add block; cost 0 -> 1

__inline__ __device__ float warpSum(float v) {
  for (int d = 16; d > 0; d /= 2)
    v += __shfl_down_sync(0xffffffff, v, d);
  return v;
}

__global__ void reduceShuffle(const float *in, float *out) {
  __shared__ float partial[4];
  int lane = threadIdx.x % 32;
  int warp = threadIdx.x / 32;
  float v = warpSum(in[blockIdx.x * blockDim.x + threadIdx.x]);
  if (lane == 0)
    partial[warp] = v;
  v = threadIdx.x < 4 ? partial[lane] : 0;
  if (warp == 0)
    v = warpSum(v);
  if (threadIdx.x == 0)
    out[blockIdx.x] = v;
}
