//--blockDim=64 --gridDim=4
// in each round a thread draws a ticket and waits until it is his turn
// expect: verified

__global__ void append(int *next, int *serving, int *v, int n) {
  if (threadIdx.x == 0) {
    for (int e = blockIdx.x; e < n; e += gridDim.x) {
      int mine = atomicAdd(next, 1);
      while (atomicAdd(serving, 0) != mine) {}
      __threadfence();
      v[0] = v[0] * 3 + e;
      __threadfence();
      atomicAdd(serving, 1);
    }
  }
}
