// sufficient: blockDim.x <= 32
// stages: verify
// a butterfly whose partners are 32 apart
__global__ void butterfly_32(int *v) {
  __shared__ int s[1024];
  s[threadIdx.x] = v[threadIdx.x];
  v[threadIdx.x] = s[threadIdx.x ^ 32];
}
