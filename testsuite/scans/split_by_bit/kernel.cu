//--blockDim=128 --gridDim=8
// a round of a radix sort: who has the bit goes behind who has not, in the order of threads
// expect: verified
// expect-repair: unchanged
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
  int zeros = 128 - ones[127];
  sorted[first + (one ? zeros + ones[t] - 1 : t - ones[t])] = mine;
}
