//--blockDim=64 --gridDim=16
// the range has one thread, which hands on what it reads: never the first or the last one
// expect: race at line 13
__global__ void note(const int *in, int *out, int *list, int *size, int n) {
  __shared__ int x, base;
  int t = threadIdx.x;
  if (t < n - 1 && t > n - 3) x = in[0];
  __syncthreads();
  int before = x;
  __syncthreads();
  if (t < n - 1 && t > n - 3) x = in[1];
  __syncthreads();
  if (n > 9 && n < 60 && x != before) out[0] = blockIdx.x;
  if (t == 0) base = atomicAdd(size, 1);
  __syncthreads();
  list[base * 64 + t] = t;
}
