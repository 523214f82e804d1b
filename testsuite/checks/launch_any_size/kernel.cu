//--blockDim=* --gridDim=1
// any block size: the tree needs no power of two to be race-free
// expect: verified

__global__ void reverse(int *v) {
  extern __shared__ int s[];
  s[threadIdx.x] = v[threadIdx.x];
  __syncthreads();
  v[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
