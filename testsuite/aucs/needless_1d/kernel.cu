//--blockDim=64 --gridDim=4
// a barrier that only a second dimension would need: the block has one
// expect: verified
// expect-repair: improved; remove block at line 9; cost 1 -> 0

__global__ void columns(const float *in, float *out) {
  __shared__ float s[64][1];
  s[threadIdx.x][threadIdx.y] = in[blockIdx.x * 64 + threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < blockDim.y; ++k)
    sum += s[threadIdx.x][k];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}
