//--blockDim=256 --gridDim=[65536,4] --check=default,uninitialized
// the number of the block decides who writes; what the first and the last block do says nothing of the others
// expect: undecided
// stages: verify

__global__ void neighbours(int *out, const int *in) {
  __shared__ int s[257];
  s[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  if (threadIdx.x == 0 && blockIdx.x != 77) s[256] = 0;
  __syncthreads();
  out[(blockIdx.y * gridDim.x + blockIdx.x) * 256 + threadIdx.x] = s[threadIdx.x + 1];
}
