//--blockDim=64 --gridDim=4
// nobody sets the count to 0: what it starts with may let sums wrap around
// expect: race; uninitialized
// stages: verify

__global__ void append(const int *in, int *out, int *total) {
  __shared__ int count, base;
  int v = in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  int mine = 0;
  if (v > 0) mine = atomicAdd(&count, 1);
  __syncthreads();
  if (threadIdx.x == 0) base = atomicAdd(total, count);
  __syncthreads();
  if (v > 0) out[base + mine] = v;
}
