//--blockDim=64 --gridDim=8
// blocks draw from one counter by atomics of their own scope
// expect: race at line 7; race at line 9
// stages: verify

__global__ void elements(int *out, int *counter) {
  int element = atomicAdd_block(counter, 1);
  while (element < 1000) {
    int next = atomicAdd_block(counter, 1);
    out[element] = blockIdx.x;
    element = next;
  }
}
