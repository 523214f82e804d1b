//--blockDim=96 --gridDim=1 --check=default,bounds
// strides that do not divide the array, with a test
// expect: verified

__global__ void fill(int *out) {
  __shared__ int s[1000];
  for (int i = threadIdx.x; i < 1000; i += blockDim.x)
    s[i] = i;
}
