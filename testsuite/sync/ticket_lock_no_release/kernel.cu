//--blockDim=64 --gridDim=4
// nothing releases what the next one reads
// expect: race at line 10

__global__ void append(int *next, int *serving, int *v) {
  if (threadIdx.x == 0) {
    int mine = atomicAdd(next, 1);
    while (atomicAdd(serving, 0) != mine) {}
    __threadfence();
    v[0] = v[0] * 3 + blockIdx.x;
    atomicAdd(serving, 1);
  }
}
