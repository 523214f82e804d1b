//--blockDim=64 --gridDim=4 --array-size=v=256 --check=default,bounds
// an element for each thread
// expect: verified

__global__ void twice(int *v) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  v[i] = 2 * i;
}
