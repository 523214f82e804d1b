//--blockDim=64 --gridDim=1
// of one array, what a place from memory is compared with says nothing: warps may meet
// expect: race

__global__ void mark(const int *place, int *out) {
  __shared__ int cells[600];
  cells[threadIdx.x / 32 * 300 + place[threadIdx.x]] = threadIdx.x % 32;
  __syncthreads();
  out[threadIdx.x] = cells[threadIdx.x];
}
