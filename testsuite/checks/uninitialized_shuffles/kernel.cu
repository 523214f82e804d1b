//--blockDim=256 --gridDim=4 --check=default,uninitialized
// sums of warps go through shared memory; as many are read as there are warps
// expect: verified

__inline__ __device__ float warpSum(float v) {
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
  return v;
}

__global__ void sum(const float *in, float *out) {
  __shared__ float partial[32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float v = warpSum(in[blockIdx.x * blockDim.x + threadIdx.x]);
  if (lane == 0) partial[warp] = v;
  __syncthreads();
  if (warp == 0) {
    v = warpSum(lane < blockDim.x / 32 ? partial[lane] : 0);
    if (lane == 0) out[blockIdx.x] = v;
  }
}
