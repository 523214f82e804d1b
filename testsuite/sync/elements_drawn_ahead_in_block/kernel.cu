//--blockDim=64 --gridDim=4
// threads of a block draw ahead from a counter of their own, which begins with 0
// expect: verified
// stages: verify

__global__ void elements(float *out) {
  __shared__ int counter;
  if (threadIdx.x == 0) counter = 0;
  __syncthreads();
  int element = atomicAdd(&counter, 1);
  while (element < 1024) {
    int next = atomicAdd(&counter, 1);
    out[blockIdx.x * 1024 + element] = threadIdx.x;
    element = next;
  }
}
