//--blockDim=64 --gridDim=2
// nothing releases what the others have written
// expect: race

__global__ void sum(const int *in, int *out) {
  __shared__ int data[64];
  __shared__ unsigned n;
  if (threadIdx.x == 0) n = 0;
  __syncthreads();
  data[threadIdx.x] = in[threadIdx.x];
  unsigned old = atomicAdd(&n, 1);
  if (old == 63) {
    __threadfence_block();
    int s = 0;
    for (int i = 0; i < 64; i++) s += data[i];
    out[blockIdx.x] = s;
  }
}
