//--blockDim=128 --gridDim=32
// expect: divergence
// stages: verify
// Twin of warp_tail_in_loop: 192 cells and steps of 128, so that the second round of the loop with
// the barrier is run by 64 of the threads only.
__global__ void total(float *out, const float *in, int per) {
  __shared__ float part[192];
  for (int s = threadIdx.x; s < 192; s += blockDim.x) part[s] = in[blockIdx.x * 192 + s];
  for (int p = threadIdx.x; p < 192; p += 128) {
    __syncthreads();
    if (p < 64) part[p] += part[p + 128];
  }
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}
