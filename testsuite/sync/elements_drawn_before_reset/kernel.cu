//--blockDim=64 --gridDim=1
// what threads have drawn ahead is drawn again where the counter begins anew
// expect: confirmed race at line 17, 18
// stages: verify

__global__ void elements(int *out) {
  __shared__ int counter;
  if (threadIdx.x == 0) counter = 0;
  __syncthreads();
  int element = atomicAdd(&counter, 1);
  for (int round = 0; round < 4; ++round) {
    int next = atomicAdd(&counter, 1);
    __syncthreads();
    if (round == 1 && threadIdx.x == 0) counter = 65;
    __syncthreads();
    int other = atomicAdd(&counter, 1);
    out[other] = round;
    out[element] = threadIdx.x;
    element = next;
  }
}
