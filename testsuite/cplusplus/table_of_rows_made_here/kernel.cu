//--blockDim=64 --gridDim=1
// the kernel itself fills the table, with places that overlap
// expect: race at line 8

__global__ void fill(float **rows, float *all) {
  rows[threadIdx.x] = all + threadIdx.x;
  __syncthreads();
  rows[threadIdx.x][threadIdx.x & 1] = threadIdx.x;
}
