//--blockDim=64 --gridDim=2 --only-divergence
// races are not looked for
// expect: verified

__global__ void racy(int *v) {
  v[0] = threadIdx.x;
  __syncthreads();
  v[1] = threadIdx.x;
}
