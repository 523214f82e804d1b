// condition: blockDim.x <= 256
// stages: verify
// each 64th thread writes the sum of its chunk
__global__ void sums_of_chunks(int *out) {
  if (threadIdx.x % 64 == 0) out[threadIdx.x / 64 % 4] = threadIdx.x;
}
