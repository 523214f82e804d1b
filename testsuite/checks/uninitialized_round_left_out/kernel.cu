//--blockDim=32 --gridDim=1 --check=default,uninitialized
// n decides in which round the read is made: of the elements of one round nobody has written
// expect: undecided

__global__ void k(const int *d, int *out, int n) {
  __shared__ int s[1024];
  for (int k = 0; k < 32; ++k) {
    if (k != 5) s[k * 32 + threadIdx.x] = d[threadIdx.x];
    __syncthreads();
    if (((n + 30) & 31) == k) out[k * 32 + threadIdx.x] = s[k * 32 + 31 - threadIdx.x];
  }
}
