//--blockDim=64 --gridDim=4
// the next one's turn comes before the element is written
// expect: confirmed race at line 13, 13
// stages: verify

__global__ void append(int *next, int *serving, int *v, int n) {
  if (threadIdx.x == 0) {
    for (int e = blockIdx.x; e < n; e += gridDim.x) {
      int mine = atomicAdd(next, 1);
      while (atomicAdd(serving, 0) != mine) {}
      __threadfence();
      atomicAdd(serving, 1);
      v[0] = v[0] * 3 + e;
      __threadfence();
    }
  }
}
