//--blockDim=256 --gridDim=[65536,4] --check=default,uninitialized
// more threads than are run: all blocks are alike, so that two tell of all
// expect: verified
// stages: verify

__global__ void neighbours(int *out, const int *in) {
  __shared__ int s[257];
  s[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  if (threadIdx.x == 0) s[256] = 0;
  __syncthreads();
  out[(blockIdx.y * gridDim.x + blockIdx.x) * 256 + threadIdx.x] = s[threadIdx.x + 1];
}
