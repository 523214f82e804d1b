//--blockDim=64 --gridDim=8
// each thread changes a row, and reads one that another thread may change
// expect: race at line 11, 13
// stages: verify

__global__ void smooth(const int *first, float *value, int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r + 1 < rows) {
    float next = 0;
    for (int e = first[r + 1]; e < first[r + 2]; e++)
      next += value[e];
    for (int e = first[r]; e < first[r + 1]; e++)
      value[e] += next;
  }
}
