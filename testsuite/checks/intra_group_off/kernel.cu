//--blockDim=64 --gridDim=2
// the same kernel with all races looked for
// expect: race at line 7
// expect-repair: unrepairable

__global__ void halves(int *v) {
  v[threadIdx.x] = threadIdx.x + blockIdx.x;
}
