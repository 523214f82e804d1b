//--blockDim=256 --gridDim=128
// expect: verified
// stages: verify
// A thread writes (y, x) and the mirrored cell ((H-y) mod H, W-x), rows padded to 264 words by a
// sum of parameters; apart because x < 128 < 129 <= W-x and the row map is a bijection.
__global__ void unfold(float *dst, const float *src, unsigned H, unsigned W, unsigned pad) {
  __requires(H == 256); __requires(W == 256); __requires(pad == 8);
  unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned x = id % (W / 2), y = id / (W / 2);
  if (y >= H) return;
  if (x == 0 && y > H / 2) return;
  unsigned my = y == 0 ? 0 : H - y;
  float a = src[id], b = src[id + 1];
  dst[y * (W + pad) + x] = a + b;
  dst[my * (W + pad) + (W - x)] = a - b;
}
