//--blockDim=64 --gridDim=1 --equality-abstraction
// what was written is read again: indices stay apart
// expect: verified

__global__ void index(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  out[s[threadIdx.x]] = threadIdx.x;
}
