//--blockDim=64 --gridDim=1
// a counter that odd threads do not have
// expect: null-pointer at line 8
// expect-repair: not-applicable

__global__ void count(int *counter) {
  int *mine = threadIdx.x % 2 == 0 ? counter : nullptr;
  atomicAdd(mine, 1);
}
