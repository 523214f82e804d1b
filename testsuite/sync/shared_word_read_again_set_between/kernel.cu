//--blockDim=64 --gridDim=8
// the word is set once more, and every thread may find another one
// expect: race
// stages: verify
__global__ void pass(const int *in, int *out, int *flag) {
  __shared__ int first;
  if (threadIdx.x == 0) first = in[blockIdx.x];
  __syncthreads();
  const int then = first;
  if (threadIdx.x == 3) {
    while (atomicAdd(flag, 0) == 0) {
    }
    __threadfence();
  }
  __syncthreads();
  if (threadIdx.x == 5) first = 7;
  __syncthreads();
  if (then != first) out[0] = threadIdx.x;
}
