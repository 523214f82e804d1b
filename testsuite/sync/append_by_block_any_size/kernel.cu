//--blockDim=* --gridDim=*
// as many as each block has counted are reserved by its first thread, whatever the launch's size is
// expect: verified

__global__ void keep(const int *in, int *out, unsigned *total, int n) {
  __shared__ unsigned count;
  __shared__ unsigned base;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool wanted = i < n && in[i] > 0;
  unsigned rank = 0;
  if (wanted) rank = atomicAdd(&count, 1);
  __syncthreads();
  if (threadIdx.x == 0) base = atomicAdd(total, count);
  __syncthreads();
  if (wanted) out[base + rank] = in[i];
}
