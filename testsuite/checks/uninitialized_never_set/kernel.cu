//--blockDim=64 --gridDim=1
// nobody sets the counter, which needs no option to be found
// expect: confirmed uninitialized at line 8

__global__ void count(const int *in, int *out) {
  __shared__ int total;
  // every thread adds
  atomicAdd(&total, in[threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) out[0] = total;
}
