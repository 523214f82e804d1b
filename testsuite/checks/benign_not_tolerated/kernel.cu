//--blockDim=64 --gridDim=4 --no-benign-tolerance
// all writers write one value, which is not tolerated here
// expect: race at line 8
// expect-repair: atomic device at line 8

__global__ void flag(const int *v, int *found) {
  if (v[blockIdx.x * 64 + threadIdx.x] == 7)
    *found = 1;
}
