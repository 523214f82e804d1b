//--blockDim=64 --gridDim=1 --check=bounds
// a race is not looked for where only bounds are named
// expect: verified

__global__ void shift(int *v) {
  __shared__ int s[65];
  s[threadIdx.x] = v[threadIdx.x];
  v[threadIdx.x] = s[threadIdx.x + 1];
}
