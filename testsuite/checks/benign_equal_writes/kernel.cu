//--blockDim=64 --gridDim=4
// all writers write one value
// expect: verified

__global__ void flag(const int *v, int *found) {
  if (v[blockIdx.x * 64 + threadIdx.x] == 7)
    *found = 1;
}
