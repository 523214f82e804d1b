//--blockDim=128 --gridDim=16
// the last lane of the first warp stores the sum of all counts, of which one thread reserves places
// expect: verified
// stages: verify

__global__ void compact(const int *in, int *out, int *size) {
  __shared__ int count[4], offset[4], total, base;
  int t = threadIdx.x, lane = t & 31, w = t >> 5;
  int x = in[blockIdx.x * 128 + t];
  unsigned votes = __ballot_sync(0xffffffffu, x > 0);
  if (lane == 0) count[w] = __popc(votes);
  __syncthreads();
  if (w == 0) {
    int own = lane < 4 ? count[lane] : 0, sum = own;
    for (int d = 1; d < 32; d <<= 1) {
      int left = __shfl_up_sync(0xffffffffu, sum, d);
      if (lane >= d) sum += left;
    }
    if (lane < 4) offset[lane] = sum - own;
    if (lane == 31) total = sum;
  }
  __syncthreads();
  if (t == 0) base = atomicAdd(size, total);
  __syncthreads();
  if (x > 0) out[base + offset[w] + __popc(votes & ((1u << lane) - 1))] = x;
}
