//--blockDim=[16,16] --gridDim=[4,4]
// out of place, straight
// expect: verified
// expect-repair: unchanged

#define N 64

__global__ void transpose(const float *in, float *out) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  out[x * N + y] = in[y * N + x];
}
