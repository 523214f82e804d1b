//--blockDim=64 --gridDim=4
// who draws a ticket waits until it is his turn: only he counts on then
// expect: verified

__global__ void append(int *next, int *serving, int *v) {
  if (threadIdx.x == 0) {
    int mine = atomicAdd(next, 1);
    while (atomicAdd(serving, 0) != mine) {}
    __threadfence();
    v[0] = v[0] * 3 + blockIdx.x;
    __threadfence();
    atomicAdd(serving, 1);
  }
}
