//--blockDim=64 --gridDim=8
// the first element of each thread is drawn from another counter than those that follow
// expect: race at line 10
// stages: verify

__global__ void elements(int *out, int *counters) {
  int element = atomicAdd(&counters[0], 1);
  while (element < 100000) {
    int next = atomicAdd(&counters[1], 1);
    out[element] = blockIdx.x;
    element = next;
  }
}
