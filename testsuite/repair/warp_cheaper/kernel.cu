//--blockDim=128 --gridDim=4
// a barrier is missing that only lanes of one warp need, and one that the block needs
// expect: race
// expect-repair: repaired; add 1 warp; add 1 block; cost 0 -> 1.25

__global__ void both(int *v) {
  __shared__ int s[128], r[128];
  int t = threadIdx.x;
  s[t] = v[blockIdx.x * 128 + t];
  r[t] = s[t ^ 1];
  v[blockIdx.x * 128 + t] = r[127 - t];
}
