//--blockDim=64 --gridDim=1
// the claims are set anew in between; barriers order both rounds
// expect: verified

__global__ void mark(int *out, const int *node) {
  __shared__ int own[64];
  int n = node[threadIdx.x] % 64;
  for (int round = 0; round < 2; round++) {
    own[threadIdx.x] = 0;
    __syncthreads();
    if (atomicCAS(&own[n & 63], 0, 1) == 0) out[n & 63] = round * 64 + threadIdx.x;
    __syncthreads();
  }
}
