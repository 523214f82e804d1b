//--blockDim=64 --gridDim=8
// what one thread has set stays there, behind further barriers and behind a wait for other blocks
// expect: verified
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
  if (then != first) out[0] = threadIdx.x;
}
