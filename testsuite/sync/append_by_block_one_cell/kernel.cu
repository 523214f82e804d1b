//--blockDim=64 --gridDim=4
// the block reserves one cell, whatever it has counted
// expect: race
// stages: verify

__global__ void append(const int *in, int *out, int *total) {
  __shared__ int count, base;
  int v = in[blockIdx.x * blockDim.x + threadIdx.x];
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  int mine = 0;
  if (v > 0) mine = atomicAdd(&count, 1);
  __syncthreads();
  if (threadIdx.x == 0) base = atomicAdd(total, 1);
  __syncthreads();
  if (v > 0) out[base + mine] = v;
}
