//--blockDim=64 --gridDim=4
// minimum with its position: the barrier between two steps is missing
// expect: race
// expect-repair: repaired; add warp loop-end line 13; cost 1 -> 3.5

__global__ void minimum(const float *in, float *best, int *where) {
  __shared__ float value[64];
  __shared__ int index[64];
  int t = threadIdx.x;
  value[t] = in[blockIdx.x * 64 + t];
  index[t] = t;
  __syncthreads();
  for (int d = 32; d > 0; d >>= 1) {
    if (t < d && value[t + d] < value[t]) {
      value[t] = value[t + d];
      index[t] = index[t + d];
    }
  }
  if (t == 0) {
    best[blockIdx.x] = value[0];
    where[blockIdx.x] = index[0];
  }
}
