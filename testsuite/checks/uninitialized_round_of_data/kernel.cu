//--blockDim=32 --gridDim=1 --check=default,uninitialized
// n decides in which round the read is made: in the first one nobody has written
// expect: undecided

__global__ void k(int *out, int n) {
  __shared__ int s[32];
  for (int k = 0; k < 32; ++k) {
    if (((n + 30) & 31) == k) out[k * 32 + threadIdx.x] = s[31 - threadIdx.x];
    __syncthreads();
    s[threadIdx.x] = k;
    __syncthreads();
  }
}
