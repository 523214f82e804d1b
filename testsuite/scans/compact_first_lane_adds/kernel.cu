//--blockDim=128 --gridDim=16
// the first lane gets the sum from the last one, and reserves as many places
// expect: verified
// stages: verify

__global__ void compact(const int *in, int *out, int *size, int n) {
  __shared__ int count[4], offset[4], base;
  int t = threadIdx.x, lane = t & 31, w = t >> 5;
  int i = blockIdx.x * 128 + t, x = i < n ? in[i] : 0;
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
    int all = __shfl_sync(0xffffffffu, sum, 31);
    if (lane == 0) base = atomicAdd(size, all);
  }
  __syncthreads();
  if (x > 0) out[base + offset[w] + __popc(votes & ((1u << lane) - 1))] = x;
}
