//--blockDim=64 --gridDim=4 --double-buffer
// a line and its two neighbours; three writes fill it together
// expect: verified
// expect-repair: improved; double-buffer block at line 10; remove block at line 16; cost 20 -> 10

__global__ void blur(float *out, const float *in, int rows) {
  __requires(rows >= 0 && rows < 1000);
  __shared__ float line[66];
  const int t = threadIdx.x, x = blockIdx.x * 64 + t + 1;
  for (int y = 0; y < rows; y++) {
    line[t + 1] = in[y * 258 + x];
    if (t == 0) line[0] = in[y * 258 + x - 1];
    if (t == 63) line[65] = in[y * 258 + x + 1];
    __syncthreads();
    out[y * 258 + x] = (line[t] + line[t + 1] + line[t + 2]) / 3;
    __syncthreads();
  }
}
