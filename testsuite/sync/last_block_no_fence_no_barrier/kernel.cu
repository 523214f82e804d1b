//--blockDim=64 --gridDim=8
// the fence of the count is missing, and the barrier before it
// expect: race at line 9, 17
// expect-repair: fence device before line 11; add block before-branch line 10

__global__ void sum(const int *in, int *part, int *total, unsigned *done) {
  __shared__ bool last;
  int t = threadIdx.x;
  part[blockIdx.x * 64 + t] = in[blockIdx.x * 64 + t];
  if (t == 0)
    last = atomicAdd(done, 1) == gridDim.x - 1;
  __syncthreads();
  if (last) {
    int s = 0;
    for (int b = 0; b < gridDim.x; b++)
      s +=
          part[b * 64 + t];
    total[t] = s;
  }
}
