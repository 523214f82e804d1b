//--blockDim=64 --gridDim=2
// rounds of a radix sort, in half warps of their own: lanes with the bit come behind all without it
// expect: verified
__global__ void sort(const int *key, int *out) {
  __shared__ int sorted[64];
  const int t = threadIdx.x, place = t & 15, first = t & 16;
  const unsigned half = 0xffffu << first;
  int mine = key[blockIdx.x * 64 + t];
  for (int bit = 0; bit < 8; ++bit) {
    const bool one = (mine >> bit) & 1;
    const unsigned ones = __ballot_sync(half, one) >> first;
    const int before = __popc(ones & ((1u << place) - 1));
    const int zeros = 16 - __popc(ones);
    sorted[t - place + (one ? zeros + before : place - before)] = mine;
    __syncwarp(half);
    mine = sorted[t];
    __syncwarp(half);
  }
  out[blockIdx.x * 64 + t] = mine;
}
