//--blockDim=64 --gridDim=4 --kernel=second
// several kernels in a file: the racy one is not the one asked for
// expect: verified

__global__ void first(int *v) {
  v[threadIdx.x / 2] = threadIdx.x;
}

__global__ void second(int *v) {
  v[blockIdx.x * 64 + threadIdx.x] = threadIdx.x;
}
