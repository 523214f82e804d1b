//--blockDim=128 --gridDim=4
// one warp a row with shuffles only
// expect: verified
// expect-repair: unchanged; cost 0 -> 0

__global__ void softmax(float *x) {
  int lane = threadIdx.x % 32, row = (blockIdx.x * 128 + threadIdx.x) / 32;
  float v = x[row * 32 + lane], m = v;
  for (int d = 16; d > 0; d /= 2)
    m = fmaxf(m, __shfl_xor_sync(0xffffffff, m, d));
  float e = expf(v - m), sum = e;
  for (int d = 16; d > 0; d /= 2)
    sum += __shfl_xor_sync(0xffffffff, sum, d);
  x[row * 32 + lane] = e / sum;
}
