//--blockDim=64 --gridDim=4
// an assertion that holds for all threads
// expect: verified

__global__ void holds(int *v) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  __assert(i < 256);
  v[i] = i;
}
