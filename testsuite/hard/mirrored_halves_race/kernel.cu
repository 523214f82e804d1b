//--blockDim=256 --gridDim=128
// expect: race
// stages: verify
// Racy twin of mirrored_halves: with W = 252 and the mirrored column W-1-x, columns 124 to 127 are
// reached from both sides, by different threads.
__global__ void unfold(float *dst, const float *src, unsigned H, unsigned W, unsigned pad) {
  __requires(H == 256); __requires(W == 252); __requires(pad == 8);
  unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned x = id % 128, y = id / 128;
  if (y >= H) return;
  unsigned my = y == 0 ? 0 : H - y;
  float a = src[id], b = src[id + 1];
  dst[y * (W + pad) + x] = a + b;
  dst[my * (W + pad) + (W - 1 - x)] = a - b + (float)y;
}
