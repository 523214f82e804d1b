//--blockDim=256 --gridDim=64
// more threads than a run has at first: the block that counts last needs all others
// expect: confirmed race at line 12, 18
// stages: verify

__device__ unsigned arrived;

__global__ void reduce(const int *in, int *partial, int *out) {
  __shared__ bool last;
  int t = threadIdx.x;
  if (t == 0) {
    partial[blockIdx.x] = in[blockIdx.x];
    last = atomicInc(&arrived, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && t == 0) {
    int sum = 0;
    for (int i = 0; i < gridDim.x; ++i) sum += partial[i];
    *out = sum;
    arrived = 0;
  }
}
