//--blockDim=64 --gridDim=4
// a queue in shared memory whose counter is reset without a barrier
// expect: race at line 10, 13
// expect-repair: repaired; add block; cost 1 -> 2

__global__ void expand(const int *edge, int *out, int *total) {
  __shared__ int queue[64];
  __shared__ int tail;
  if (threadIdx.x == 0)
    tail = 0;
  int u = edge[blockIdx.x * 64 + threadIdx.x];
  if (u >= 0) {
    int place = atomicAdd(&tail, 1);
    queue[place] = u;
  }
  __syncthreads();
  if (threadIdx.x < tail)
    out[blockIdx.x * 64 + threadIdx.x] = queue[threadIdx.x];
  if (threadIdx.x == 0)
    total[blockIdx.x] = tail;
}
