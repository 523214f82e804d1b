//--blockDim=64 --gridDim=1 --check=default,bounds
// the last thread has no neighbour and knows it
// expect: verified

__global__ void neighbour(int *v) {
  __shared__ int s[64];
  s[threadIdx.x] = v[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 63)
    v[threadIdx.x] = s[threadIdx.x + 1];
}
