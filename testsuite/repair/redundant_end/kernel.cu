//--blockDim=64 --gridDim=4
// a barrier at the end of the kernel goes
// expect: verified
// expect-repair: improved; remove block at line 11; cost 2 -> 1

__global__ void end(const int *in, int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
  __syncthreads();
}
