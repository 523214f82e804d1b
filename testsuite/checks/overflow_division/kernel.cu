//--blockDim=64 --gridDim=1 --check=default,overflow
// the number of columns may be zero
// expect: confirmed overflow at line 6

__global__ void rows(int *v, int columns) {
  v[threadIdx.x] = 1000 / columns;
}
