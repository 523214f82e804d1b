//--blockDim=64 --gridDim=1 --check=default,overflow
// zero is told apart
// expect: verified

__global__ void rows(int *v, int columns) {
  v[threadIdx.x] = columns > 0 ? 1000 / columns : 0;
}
