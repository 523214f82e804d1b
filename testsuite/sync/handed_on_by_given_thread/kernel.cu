//--blockDim=64 --gridDim=16 --kernel-args=[note,7]
// a parameter says which thread hands on what it reads: it changes, whatever the first thread does
// expect: race at line 13
__global__ void note(const int *in, int *out, int *list, int *size, int k) {
  __shared__ int x, base;
  int t = threadIdx.x;
  if (t == k) x = in[0];
  __syncthreads();
  int before = x;
  __syncthreads();
  if (t == k) x = in[1];
  __syncthreads();
  if (x != before) out[0] = blockIdx.x;
  if (t == 0) base = atomicAdd(size, 1);
  __syncthreads();
  list[base * 64 + t] = t;
}
