//--blockDim=64 --gridDim=1
// bounds are not checked unless asked for
// expect: verified

__global__ void over(int *v) {
  __shared__ int s[64];
  s[threadIdx.x + 1] = v[threadIdx.x];
}
