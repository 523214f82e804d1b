//--blockDim=64 --gridDim=4
// writes one cell more than the block has reserved
// expect: race
// stages: verify

__global__ void append(const int *in, int n, int *out, int *total) {
  __shared__ int kept[64];
  __shared__ int count, base;
  const int t = threadIdx.x, i = blockIdx.x * 64 + t;
  if (t == 0) count = 0;
  __syncthreads();
  if (i < n && in[i] > 0) kept[atomicAdd(&count, 1)] = in[i];
  __syncthreads();
  const int many = count;
  if (t == 0) base = many > 0 ? atomicAdd(total, many) : 0;
  __syncthreads();
  if (t < many + 1) out[base + t] = kept[t];
}
