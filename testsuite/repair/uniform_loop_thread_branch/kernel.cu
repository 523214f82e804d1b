//--blockDim=64 --gridDim=1
// thread-dependent branch in a uniform loop: the barrier stands in the loop, outside of the branch
// expect: race
// expect-repair: repaired; add warp; cost 0 -> 2.5

__global__ void sweep(int *v) {
  for (int d = 32; d > 0; d >>= 1)
    if (threadIdx.x < d)
      v[threadIdx.x] += v[threadIdx.x + d];
}
