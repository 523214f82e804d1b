//--blockDim=128 --gridDim=100
// eight lanes for each row, which store what others of them have found
// expect: conditional
// stages: verify
__global__ void scale(const int *first, const int *in, int *out) {
  __shared__ int part[16][8];
  const int lane = threadIdx.x & 7, tile = threadIdx.x >> 3;
  const unsigned lanes = 0xffu << (threadIdx.x & 24);
  const int row = blockIdx.x * 16 + tile, end = first[row + 1];
  for (int k = first[row]; k < end; k += 8) {
    part[tile][lane] = k + lane < end ? in[k + lane] : 0;
    __syncwarp(lanes);
    if (k + lane < end) out[k + lane] = part[tile][lane] - part[tile][lane ^ 1];
    __syncwarp(lanes);
  }
}
