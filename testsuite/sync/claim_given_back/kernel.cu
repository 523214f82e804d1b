//--blockDim=64 --gridDim=4
// who has found the free value gives the node back, so that another one finds it, too
// expect: race at line 8

__global__ void mark(int *own, int *out, const int *node) {
  int n = node[blockIdx.x * 64 + threadIdx.x];
  if (atomicCAS(&own[n], 0, 1) == 0) {
    out[n] = threadIdx.x;
    atomicExch(&own[n], 0);
  }
}
