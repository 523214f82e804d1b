//--blockDim=64 --gridDim=4
// a call that violates the contract of the callee
// expect: precondition

__device__ int half(int x) {
  __requires(x >= 1);
  return x / 2;
}

__global__ void contract(int *v) {
  v[blockIdx.x * 64 + threadIdx.x] = half(threadIdx.x);
}
