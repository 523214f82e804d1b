//--blockDim=[32,2] --gridDim=4
// the same barrier in a block of two dimensions is needed
// expect: verified
// expect-repair: unchanged; cost 1 -> 1

__global__ void columns(const float *in, float *out) {
  __shared__ float s[32][2];
  s[threadIdx.x][threadIdx.y] = in[(blockIdx.x * 2 + threadIdx.y) * 32 + threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (unsigned k = 0; k < blockDim.y; ++k)
    sum += s[threadIdx.x][k];
  out[(blockIdx.x * 2 + threadIdx.y) * 32 + threadIdx.x] = sum;
}
