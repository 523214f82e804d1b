// condition: blockDim.x == 1 || blockDim.y <= 33
// stages: verify
// a transposition by tiles of 32 with padding
__global__ void transpose_32(const int *in) {
  __shared__ int tile[33 * 1024];
  tile[threadIdx.x * 33 + threadIdx.y] = threadIdx.x;
}
