//--blockDim=64 --gridDim=1
// the same pointer, tested before its use
// expect: verified

__global__ void null(int *v) {
  int *p = threadIdx.x < 63 ? v : nullptr;
  if (p)
    p[threadIdx.x] = 1;
}
