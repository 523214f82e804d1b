//--blockDim=128 --gridDim=8
// a histogram for each warp, merged at the end
// expect: verified
// expect-repair: unchanged; cost 2 -> 2

__global__ void histogram(const unsigned char *data, unsigned *bins) {
  __shared__ unsigned s[4][64];
  int warp = threadIdx.x / 32;
  for (int i = threadIdx.x; i < 256; i += 128)
    s[i / 64][i % 64] = 0;
  __syncthreads();
  for (int i = 0; i < 16; ++i)
    atomicAdd(&s[warp][data[(blockIdx.x * 16 + i) * 128 + threadIdx.x] & 63], 1u);
  __syncthreads();
  if (threadIdx.x < 64)
    bins[blockIdx.x * 64 + threadIdx.x] =
        s[0][threadIdx.x] + s[1][threadIdx.x] + s[2][threadIdx.x] + s[3][threadIdx.x];
}
