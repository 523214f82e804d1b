//--blockDim=128 --gridDim=8
// as split_by_bit, with the zeros counted one short: the first of the ones is where the last zero is
// expect: confirmed race
// stages: verify
__global__ void split(unsigned *key, unsigned *sorted, int bit) {
  __shared__ int ones[128];
  int t = threadIdx.x, first = blockIdx.x * 128;
  unsigned mine = key[first + t];
  int one = (mine >> (bit & 31)) & 1;
  ones[t] = one;
  __syncthreads();
  for (int d = 1; d < 128; d *= 2) {
    int left = t >= d ? ones[t - d] : 0;
    __syncthreads();
    ones[t] += left;
    __syncthreads();
  }
  int zeros = 127 - ones[127];
  sorted[first + (one ? zeros + ones[t] - 1 : t - ones[t])] = mine;
}
