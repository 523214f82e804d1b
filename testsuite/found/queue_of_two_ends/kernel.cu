//--blockDim=32 --gridDim=2
// right if both counters begin with 0, as no more is counted than there are threads: that is not
// seen, but no run shows a race then
// expect: possible race at line 9, 11
// stages: verify

__global__ void split(const int *cost, int *queue, int *heavy, int *light) {
  int i = blockIdx.x * 32 + threadIdx.x;
  if (cost[i] > 9) queue[atomicAdd(heavy, 1)] = i;
  else
    queue[63 - atomicAdd(light, 1)] = i;
}
