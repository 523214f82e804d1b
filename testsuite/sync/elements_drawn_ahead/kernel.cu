//--blockDim=64 --gridDim=8
// each thread has drawn two elements ahead of the one that it works on
// expect: verified
// stages: verify

__global__ void elements(int *out, int *counter) {
  int element = atomicAdd(counter, 1), next = atomicAdd(counter, 1);
  while (element < 100000) {
    int further = atomicAdd(counter, 1);
    out[element] = blockIdx.x;
    element = next;
    next = further;
  }
}
