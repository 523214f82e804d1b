//--blockDim=64 --gridDim=4
// one thread a row with a running sum
// expect: verified
// expect-repair: unchanged

#define W 64

__global__ void blur(const float *in, float *out) {
  int row = (blockIdx.x * 64 + threadIdx.x) * W;
  float sum = 0;
  for (int x = 0; x < 4; ++x)
    sum += in[row + x];
  for (unsigned x = 0; x < W - 4; ++x) {
    out[row + x] = sum / 4;
    sum += in[row + x + 4] - in[row + x];
  }
}
