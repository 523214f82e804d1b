//--blockDim=256 --gridDim=64
// twin of block_sum_of_warp_sums: a barrier of the warp does not order the other warps; more
// threads than a replay runs, so that it runs the two blocks of the counterexample
// expect: confirmed race
__inline__ __device__ float warpReduceSum(float val) {
  for (int offset = 16; offset > 0; offset /= 2) val += __shfl_down_sync(0xffffffff, val, offset);
  return val;
}
__global__ void blockReduce(const float *in, float *out, int n) {
  __shared__ float shared[32];
  int lane = threadIdx.x % 32, wid = threadIdx.x / 32;
  float v = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) v += in[i];
  v = warpReduceSum(v);
  if (lane == 0) shared[wid] = v;
  __syncwarp();
  v = (threadIdx.x < blockDim.x / 32) ? shared[lane] : 0;
  if (wid == 0) v = warpReduceSum(v);
  if (threadIdx.x == 0) out[blockIdx.x] = v;
}
