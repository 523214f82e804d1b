//--blockDim=64 --gridDim=1 --check=races
// the barrier in a branch is not looked at where only races are named
// expect: verified

__global__ void some(int *v) {
  if (threadIdx.x < 32) __syncthreads();
  v[threadIdx.x] = threadIdx.x;
}
