//--blockDim=64 --gridDim=1
// a thread-dependent loop, in which no barrier may stand; threads update the same elements
// expect: race
// expect-repair: repaired; atomic device at line 8

__global__ void worm(int *v) {
  for (int k = threadIdx.x; k < 100; ++k)
    v[k] += threadIdx.x;
}
