//--blockDim=128 --gridDim=2 --check=default,uninitialized
// a row after the other, each with a sum over the block
// expect: verified

__inline__ __device__ float warpSum(float v) {
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
  return v;
}

__global__ void rows(float *a, int n) {
  __shared__ float partial[4], total;
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int r = blockIdx.x; r < n; r += gridDim.x) {
    float v = warpSum(a[r * 128 + threadIdx.x]);
    if (lane == 0) partial[warp] = v;
    __syncthreads();
    if (warp == 0) {
      v = warpSum(lane < 4 ? partial[lane] : 0);
      if (lane == 0) total = v;
    }
    __syncthreads();
    a[r * 128 + threadIdx.x] /= total;
  }
}
