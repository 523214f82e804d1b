//--blockDim=[16,16] --gridDim=[4,4]
// overlapping tiles: only inner threads write, all load; the barrier is missing
// expect: race at line 12, 14
// expect-repair: repaired; add warp before-branch line 13; cost 0 -> 0.25

#define P 64

__global__ void sobel(const float *in, float *out) {
  __shared__ float s[16][16];
  int tx = threadIdx.x, ty = threadIdx.y;
  int x = blockIdx.x * 14 + tx, y = blockIdx.y * 14 + ty;
  s[ty][tx] = in[y * P + x];
  if (tx > 0 && tx < 15 && ty > 0 && ty < 15)
    out[y * P + x] = s[ty][tx + 1] - s[ty][tx - 1];
}
