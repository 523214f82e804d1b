//--blockDim=64 --gridDim=1 --adversarial-abstraction
// what is read may be anything: the index that was just written as well
// expect: race at line 8

__global__ void index(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  out[s[threadIdx.x]] = threadIdx.x;
}
