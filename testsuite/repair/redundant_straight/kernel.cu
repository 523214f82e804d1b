//--blockDim=64 --gridDim=4
// two barriers in a row: one goes
// expect: verified
// expect-repair: improved; remove block; cost 2 -> 1

__global__ void twice(const int *in, int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
