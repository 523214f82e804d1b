//--blockDim=64 --gridDim=4
// two shuffles hand on one result: each lane keeps to its own cell, also beside those of other warps
// expect: verified
// stages: verify

__global__ void append(int *out, int *total) {
  int lane = threadIdx.x & 31, base = 0;
  if (lane == 0)
    base = atomicAdd(total, 32);
  int there = __shfl_sync(0xffffffff, base, 0);
  int back = __shfl_sync(0xffffffff, base, 0);
  out[there + lane] = 0;
  out[back + lane] = threadIdx.x;
}
