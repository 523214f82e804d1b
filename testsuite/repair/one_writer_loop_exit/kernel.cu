//--blockDim=64 --gridDim=1
// a thread-dependent loop: no barrier may stand in it
// expect: race
// expect-repair: unrepairable

__global__ void worm(int *v) {
  for (int k = threadIdx.x; k < 100; ++k)
    v[k] += threadIdx.x;
}
