//--blockDim=64 --gridDim=4
// one result that two shuffles hand on is one number: the second store goes over the cells of the first
// expect: race at line 12, 13
// stages: verify

__global__ void append(int *out, int *total) {
  int lane = threadIdx.x & 31, base = 0;
  if (lane == 0)
    base = atomicAdd(total, 32);
  int there = __shfl_sync(0xffffffff, base, 0);
  int back = __shfl_sync(0xffffffff, base, 0);
  out[there + lane] = 0;
  out[back + 31 - lane] = threadIdx.x;
}
