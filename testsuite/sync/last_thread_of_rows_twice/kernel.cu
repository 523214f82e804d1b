//--blockDim=64 --gridDim=2
// each thread counts twice, so that 16 are reached when half of them have come
// expect: race

__global__ void sum(const int *in, int *out) {
  __shared__ int data[64];
  __shared__ unsigned n[4];
  if (threadIdx.x < 4) n[threadIdx.x] = 0;
  __syncthreads();
  int row = threadIdx.x / 16;
  data[threadIdx.x] = in[threadIdx.x];
  __threadfence_block();
  atomicAdd(&n[row], 1);
  unsigned old = atomicAdd(&n[row], 1);
  if (old == 15) {
    __threadfence_block();
    int s = 0;
    for (int i = 0; i < 16; i++) s += data[row * 16 + i];
    out[blockIdx.x * 4 + row] = s;
  }
}
