//--blockDim=64 --gridDim=4 --array-size=v=255 --check=default,bounds
// the host gives one element less than there are threads
// expect: confirmed bounds at line 7

__global__ void twice(int *v) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  v[i] = 2 * i;
}
