//--blockDim=64 --gridDim=*
// rows of 'out' meet only where their length wraps around: that takes no barrier of the grid
// expect: race
// expect-repair: add 1 block before-branch line 12; add 1 block loop-end line 9; cost 0 -> 20

__global__ void smooth(const float *in, float *out, int n) {
  __shared__ float row[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  for (int line = 0; line < 4; ++line) {
    row[threadIdx.x] = i < n ? in[line * n + i] : 0;
    int next = (threadIdx.x + 1) % 64;
    if (i < n)
      out[line * n + i] = row[threadIdx.x] + row[next];
  }
}
