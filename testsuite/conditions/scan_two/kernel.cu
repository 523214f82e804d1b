// condition: blockDim.x <= 128
// stages: verify
// two buffers of 128 elements beside each other
__global__ void scan_two(int *v) {
  __shared__ int s[1024 + 128];
  s[threadIdx.x] = v[threadIdx.x];
  s[128 + threadIdx.x] = v[threadIdx.x] + 1;
}
