//--blockDim=[16,16] --gridDim=[4,4]
// the tiles overlap in the output too: threads at the rim write as well
// expect: race at line 9

#define P 64

__global__ void sobel(const float *in, float *out) {
  int x = blockIdx.x * 14 + threadIdx.x, y = blockIdx.y * 14 + threadIdx.y;
  out[y * P + x] = in[y * P + x] * blockIdx.x;
}
