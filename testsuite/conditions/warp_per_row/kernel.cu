// sufficient: gridDim.x == 1 || blockDim.x % 32 == 0
// stages: verify
// a warp for each row, also where blocks are no multiples of it

__global__ void sums(const int *first, const float *values, float *out) {
  unsigned row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  float sum = values[first[row] + lane];
  for (int offset = 16; offset > 0; offset /= 2)
    sum += __shfl_xor_sync(0xffffffff, sum, offset);
  if (lane == 0)
    out[row] = sum;
}
