//--blockDim=128 --gridDim=60
// blocks fetch rows until none is left, and a row's last loop takes its threads differently long:
// who is still in it has not ended, so that the barriers of the next row wait for it; rows of 300
// elements of different blocks are apart
// expect: verified
// stages: verify

__global__ void normalize(const float *in, float *out, int rows, int *next) {
  __shared__ int fetched;
  __shared__ float parts[4];
  int tid = threadIdx.x, lane = tid & 31, warp = tid >> 5;
  while (true) {
    if (tid == 0) fetched = atomicAdd(next, 1);
    __syncthreads();
    int row = fetched;
    __syncthreads();
    if (row >= rows) break;
    float sum = 0;
    for (int c = tid; c < 300; c += 128) sum += in[(size_t)row * 300 + c];
    for (int d = 16; d > 0; d >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, d);
    if (lane == 0) parts[warp] = sum;
    __syncthreads();
    float total = 0;
    for (int w = 0; w < 4; ++w) total += parts[w];
    for (int c = tid; c < 300; c += 128) out[(size_t)row * 300 + c] = total;
  }
}
