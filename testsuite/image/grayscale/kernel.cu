//--blockDim=[16,16] --gridDim=[8,8]
// one pixel a thread, uchar4
// expect: verified
// expect-repair: unchanged; cost 0 -> 0

__global__ void gray(const uchar4 *in, unsigned char *out, int width, int height) {
  __requires(width == 128);
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  uchar4 p = in[y * width + x];
  out[y * width + x] = (p.x * 77 + p.y * 150 + p.z * 29) >> 8;
}
