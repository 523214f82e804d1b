//--blockDim=256 --gridDim=4
// scan inside warps by shuffles, warp totals through shared memory
// expect: verified
// expect-repair: unchanged; cost 2 -> 2

__global__ void scan(int *data) {
  __shared__ int total[8];
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  int g = blockIdx.x * 256 + threadIdx.x;
  int v = data[g];
  for (int d = 1; d < 32; d <<= 1) {
    int u = __shfl_up_sync(0xffffffff, v, d);
    if (lane >= d)
      v += u;
  }
  if (lane == 31)
    total[warp] = v;
  __syncthreads();
  if (threadIdx.x == 0)
    for (int w = 1; w < 8; ++w)
      total[w] += total[w - 1];
  __syncthreads();
  if (warp > 0)
    v += total[warp - 1];
  data[g] = v;
}
