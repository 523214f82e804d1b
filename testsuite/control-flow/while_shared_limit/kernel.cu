//--blockDim=64 --gridDim=4
// the loop bound lies in shared memory, written by one thread
// expect: race at line 10, 11
// expect-repair: repaired; add block; cost 0 -> 1

__global__ void limited(int *v) {
  __shared__ int limit;
  int i = blockIdx.x * 64 + threadIdx.x;
  if (threadIdx.x == 0)
    limit = v[blockIdx.x * 64];
  for (int k = 0; k < limit; ++k)
    v[i] += k;
}
