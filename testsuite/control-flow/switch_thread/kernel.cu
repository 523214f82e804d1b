//--blockDim=64 --gridDim=4
// a barrier in one case of a switch over the thread
// expect: divergence at line 10

__global__ void modes(int *v) {
  int i = blockIdx.x * 64 + threadIdx.x;
  switch (threadIdx.x % 3) {
  case 0:
    v[i] = 1;
    __syncthreads();
    break;
  case 1:
    v[i] = 2;
    break;
  default:
    v[i] = 0;
  }
}
