//--blockDim=64 --gridDim=1
// a uniform break between the two barriers of the body, then a use of what was written
// expect: race
// expect-repair: repaired; add warp before line 17

__global__ void search(int *v, int *out, int stop) {
  __shared__ int s[64];
  int t = threadIdx.x;
  for (int k = 0; k < 16; ++k) {
    s[t] = v[k * 64 + t];
    if (k == stop)
      break;
    __syncthreads();
    out[k * 64 + t] = s[63 - t];
    __syncthreads();
  }
  out[2048 + t] = s[t ^ 1];
}
