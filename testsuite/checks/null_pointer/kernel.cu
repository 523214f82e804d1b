//--blockDim=64 --gridDim=1
// a pointer that is null for some threads is written through
// expect: null-pointer at line 8
// expect-repair: not-applicable

__global__ void null(int *v) {
  int *p = threadIdx.x < 63 ? v : nullptr;
  p[threadIdx.x] = 1;
}
