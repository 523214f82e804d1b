//--blockDim=64 --gridDim=2
// in each row one thread neither writes nor counts
// expect: verified

__global__ void sum(const int *in, int *out) {
  __shared__ int data[64];
  __shared__ unsigned n[4];
  if (threadIdx.x < 4) n[threadIdx.x] = 0;
  __syncthreads();
  int row = threadIdx.x / 16;
  if (threadIdx.x % 16 == 3) return;
  data[threadIdx.x] = in[threadIdx.x];
  __threadfence_block();
  unsigned old = atomicAdd(&n[row], 1);
  if (old == 14) {
    __threadfence_block();
    int s = 0;
    for (int i = 0; i < 16; i++)
      if (i != 3) s += data[row * 16 + i];
    out[blockIdx.x * 4 + row] = s;
  }
}
