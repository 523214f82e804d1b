//--blockDim=64 --gridDim=4
// now and then two are let in at once
// expect: race at line 12, 12
// stages: verify

__global__ void append(int *next, int *serving, int *v, int n) {
  if (threadIdx.x == 0) {
    for (int e = blockIdx.x; e < n; e += gridDim.x) {
      int mine = atomicAdd(next, 1);
      while (atomicAdd(serving, 0) < mine) {}
      __threadfence();
      v[0] = v[0] * 3 + e;
      __threadfence();
      atomicAdd(serving, e % 16 == 0 ? 2 : 1);
    }
  }
}
