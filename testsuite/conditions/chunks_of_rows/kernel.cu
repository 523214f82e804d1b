// condition: (blockDim.x <= 100 || blockDim.y == 1) && (blockDim.x + 100 * blockDim.y <= 900 || gridDim.x == 1)
// stages: verify
// blocks of 8 rows of 100 words
__global__ void chunks_of_rows(int *v) {
  v[blockIdx.x * 800 + threadIdx.y * 100 + threadIdx.x] = blockIdx.x + 1000 * threadIdx.x + 7 * threadIdx.y;
}
