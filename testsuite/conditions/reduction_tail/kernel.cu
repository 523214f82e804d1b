// sufficient: blockDim.x <= 512
// stages: verify
// the second half is added without a barrier
__global__ void reduction_tail(int *v) {
  __shared__ int s[1024];
  s[threadIdx.x] = v[threadIdx.x];
  if (threadIdx.x < 32) s[threadIdx.x] += s[threadIdx.x + 512];
}
