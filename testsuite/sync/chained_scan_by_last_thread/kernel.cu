//--blockDim=64 --gridDim=8
// blocks scan in the order in which they have drawn tickets; the first thread draws, the last one
// waits for the block before, and both read the ticket from shared memory, again and again
// expect: verified
// stages: verify
__global__ void scan(const int *in, int *out, int *prefix, int *flag, int *ticket) {
  __shared__ int tile, carry, sums[64];
  const int t = threadIdx.x;
  if (t == 0) tile = atomicAdd(ticket, 1);
  __syncthreads();
  sums[t] = in[tile * 64 + t];
  __syncthreads();
  int sum = 0;
  for (int k = 0; k <= t; ++k) sum += sums[k];
  if (t == 63) {
    int before = 0;
    if (tile > 0) {
      while (atomicAdd(&flag[tile - 1], 0) == 0) {
      }
      __threadfence();
      before = prefix[tile - 1];
    }
    prefix[tile] = before + sum;
    __threadfence();
    atomicExch(&flag[tile], 1);
    carry = before;
  }
  __syncthreads();
  out[tile * 64 + t] = sum + carry;
}
