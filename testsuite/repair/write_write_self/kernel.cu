//--blockDim=64 --gridDim=1
// all threads write different values to one cell: no barrier helps
// expect: race at line 7
// expect-repair: unrepairable

__global__ void self(int *v) {
  v[0] = threadIdx.x;
}
