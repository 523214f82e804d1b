// condition: blockDim.x <= 300
// stages: verify
// two tiles of one array
__global__ void two_arrays(void) {
  __shared__ int s[2048];
  s[threadIdx.x] = 1 + threadIdx.x;
  s[300 + 2 * threadIdx.x] = threadIdx.x;
}
