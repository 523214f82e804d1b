//--blockDim=64 --gridDim=4
// a list, its counter and its place in the list of all share what the launch gives
// expect: verified
// stages: verify

__global__ void keep(const int *in, int *out, int *total) {
  extern __shared__ char raw[];
  int *kept = (int *)raw, *count = (int *)(raw + 256), *base = count + 1;
  const int t = threadIdx.x;
  if (t == 0) *count = 0;
  __syncthreads();
  const int v = in[blockIdx.x * 64 + t];
  if (v > 0) kept[atomicAdd(count, 1)] = v;
  __syncthreads();
  if (t == 0) *base = atomicAdd(total, *count);
  __syncthreads();
  if (t < *count) out[*base + t] = kept[t];
}
