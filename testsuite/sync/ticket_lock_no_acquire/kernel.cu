//--blockDim=64 --gridDim=4
// nothing acquires what the one before has written
// expect: race at line 9

__global__ void append(int *next, int *serving, int *v) {
  if (threadIdx.x == 0) {
    int mine = atomicAdd(next, 1);
    while (atomicAdd(serving, 0) != mine) {}
    v[0] = v[0] * 3 + blockIdx.x;
    __threadfence();
    atomicAdd(serving, 1);
  }
}
