//--blockDim=[16,2] --gridDim=2
// a one-dimensional index in a two-dimensional block
// expect: race at line 7
// expect-repair: unrepairable

__global__ void line(int *v) {
  v[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.y;
}
