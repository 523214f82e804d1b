//--blockDim=64 --gridDim=2
// nothing acquires the data
// expect: race

__global__ void pass(const int *in, int *out) {
  __shared__ int data;
  __shared__ volatile int flag[2];
  if (threadIdx.x == 0) flag[0] = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    data = in[blockIdx.x];
    __threadfence_block();
    flag[0] = 1;
  } else if (threadIdx.x == 32) {
    while (flag[0] != 1) {}
    out[blockIdx.x] = data;
  }
}
