//--blockDim=64 --gridDim=1 --check=races,divergence
// bounds are not checked where only other checks are named
// expect: verified

__global__ void over(int *v) {
  __shared__ int s[64];
  s[threadIdx.x + 1] = v[threadIdx.x];
}
