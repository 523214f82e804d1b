//--blockDim=128 --gridDim=8
// warps take the rows of their block by a counter that begins with 0
// expect: verified

__global__ void sums(const float *in, float *out, int columns) {
  __shared__ int next;
  int lane = threadIdx.x & 31;
  if (threadIdx.x == 0) next = 0;
  __syncthreads();
  while (true) {
    int row = 0;
    if (lane == 0) row = atomicAdd(&next, 1);
    row = __shfl_sync(0xffffffff, row, 0);
    if (row >= 64) break;
    float sum = 0;
    for (int c = lane; c < columns; c += 32) sum += in[(blockIdx.x * 64 + row) * columns + c];
    for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(0xffffffff, sum, d);
    if (lane == 0) out[blockIdx.x * 64 + row] = sum;
  }
}
