//--blockDim=64 --gridDim=4
// nobody waits
// expect: race at line 10

__global__ void append(int *next, int *serving, int *v) {
  if (threadIdx.x == 0) {
    int mine = atomicAdd(next, 1);
    while (atomicAdd(serving, 0) < 0) {}
    __threadfence();
    v[0] = v[0] * 3 + blockIdx.x;
    __threadfence();
    atomicAdd(serving, 1);
  }
}
