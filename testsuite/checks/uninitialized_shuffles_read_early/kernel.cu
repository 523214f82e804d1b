//--blockDim=64 --gridDim=1 --check=default,uninitialized
// the second warp's sum is read before the barrier that it is written after
// expect: confirmed uninitialized at line 16

__inline__ __device__ float warpSum(float v) {
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
  return v;
}

__global__ void sum(const float *in, float *out) {
  __shared__ float partial[2];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float v = warpSum(in[threadIdx.x]);
  if (threadIdx.x == 0) partial[0] = v;
  float other = 0;
  if (threadIdx.x == 0) other = partial[1];
  __syncthreads();
  if (lane == 0 && warp == 1) partial[1] = v;
  __syncthreads();
  if (threadIdx.x == 0) out[0] = partial[0] + partial[1] + other;
}
