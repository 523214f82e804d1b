//--blockDim=32 --gridDim=2
// the queue has one element less than it needs
// expect: confirmed race at line 8, 10
// stages: verify

__global__ void split(const int *cost, int *queue, int *heavy, int *light) {
  int i = blockIdx.x * 32 + threadIdx.x;
  if (cost[i] > 9) queue[atomicAdd(heavy, 1)] = i;
  else
    queue[62 - atomicAdd(light, 1)] = i;
}
