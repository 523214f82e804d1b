//--blockDim=64 --gridDim=1
// rows that the host has allocated one by one; a thread writes the first element of one row, and that all
// rows are different is no matter of course
// expect: race at line 8
// stages: verify

__global__ void mark(float **rows) {
  rows[threadIdx.x][0] = threadIdx.x;
}
