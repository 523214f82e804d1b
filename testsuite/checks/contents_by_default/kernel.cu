//--blockDim=64 --gridDim=1
// contents are followed where they matter without being asked
// expect: verified

__global__ void index(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  out[s[threadIdx.x]] = threadIdx.x;
}
