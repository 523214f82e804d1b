//--blockDim=64 --gridDim=4
// the turns begin anew after two of them: two may read the same turn
// expect: race at line 10

__global__ void append(unsigned *next, unsigned *serving, int *v) {
  if (threadIdx.x == 0) {
    unsigned mine = atomicInc(next, 1);
    while (atomicAdd(serving, 0) != mine) {}
    __threadfence();
    v[0] = v[0] * 3 + blockIdx.x;
    __threadfence();
    atomicInc(serving, 1);
  }
}
