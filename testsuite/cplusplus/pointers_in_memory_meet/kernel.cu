//--blockDim=64 --gridDim=1
// two threads write the first element of one row of those that the host has allocated one by one
// expect: race at line 7

__global__ void mark(float **rows) {
  if (rows[threadIdx.x] != nullptr)
    rows[threadIdx.x / 2][0] = threadIdx.x;
}
