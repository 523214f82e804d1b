//--blockDim=64 --gridDim=4
// writers write one of two values
// expect: race at line 8
// expect-repair: unrepairable

__global__ void flag(const int *v, int *found) {
  if (v[blockIdx.x * 64 + threadIdx.x] > 7)
    *found = threadIdx.x & 1;
}
