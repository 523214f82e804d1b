//--blockDim=256 --gridDim=1
// at the start of the body a barrier would take the place of the one before the loop, which stays
// expect: race
// expect-repair: repaired; add block loop-end line 11; cost 1 -> 11, least 10
// expect-patch: verified
__global__ void sum(int *v) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = v[t];
  __syncthreads();
  for (int d = 128; d > 0; d /= 2) {
    if (t < d)
      s[t] += s[t + d];
  }
  if (t == 0)
    v[0] = s[0];
}
