//--blockDim=64 --gridDim=8
// the flag of a tile is set before its prefix is there
// expect: confirmed race at line 20, 24
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
    atomicExch(&flag[tile], 1);
    __threadfence();
    prefix[tile] = before + sum;
    carry = before;
  }
  __syncthreads();
  out[tile * 64 + t] = sum + carry;
}
