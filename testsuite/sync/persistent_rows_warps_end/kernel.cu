//--blockDim=128 --gridDim=60
// the warps of a block end in different rounds: nothing orders what the last one has read in its last
// round and what the others write in the next, whose barriers go without it
// expect: race
// stages: verify

__global__ void normalize(const float *in, float *out, int rows) {
  __shared__ float parts[4];
  int tid = threadIdx.x, lane = tid & 31, warp = tid >> 5;
  for (int row = blockIdx.x; row + warp < rows; row += gridDim.x) {
    float sum = 0;
    for (int c = tid; c < 300; c += 128) sum += in[(size_t)row * 300 + c];
    for (int d = 16; d > 0; d >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, d);
    __syncthreads();
    if (lane == 0) parts[warp] = sum;
    __syncthreads();
    float total = 0;
    for (int w = 0; w < 4; ++w) total += parts[w];
    for (int c = tid; c < 300; c += 128) out[(size_t)row * 300 + c] = total;
  }
}
