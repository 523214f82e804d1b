//--blockDim=64 --gridDim=2
// each row of 16 threads has a counter of its own, which the thread of that number sets to 0
// expect: verified

__global__ void sum(const int *in, int *out) {
  __shared__ int data[64];
  __shared__ unsigned n[4];
  if (threadIdx.x < 4) n[threadIdx.x] = 0;
  __syncthreads();
  int row = threadIdx.x / 16;
  data[threadIdx.x] = in[threadIdx.x];
  __threadfence_block();
  unsigned old = atomicAdd(&n[row], 1);
  if (old == 15) {
    __threadfence_block();
    int s = 0;
    for (int i = 0; i < 16; i++) s += data[row * 16 + i];
    out[blockIdx.x * 4 + row] = s;
  }
}
