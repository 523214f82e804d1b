//--blockDim=256 --gridDim=[65536,4] --check=default,uninitialized
// more threads than are run: the first and the last block show it
// expect: confirmed uninitialized at line 10
// stages: verify

__global__ void neighbours(int *out, const int *in) {
  __shared__ int s[257];
  s[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  out[(blockIdx.y * gridDim.x + blockIdx.x) * 256 + threadIdx.x] = s[threadIdx.x + 1];
}
