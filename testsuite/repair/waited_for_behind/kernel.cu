//--blockDim=32 --gridDim=2
// behind the wait a barrier of the grid would hold up the thread that ends it
// expect: race
// expect-repair: repaired; add grid before-branch line 9; cost 0 -> 13
// expect-patch: verified
__global__ void order(int *flag, int *data, int *out) {
  int i = blockIdx.x * 32 + threadIdx.x;
  data[i] = threadIdx.x;
  if (i == 32)
    while (atomicAdd(flag, 0) == 0)
      ;
  out[i] = data[63 - i];
  if (i == 0)
    atomicExch(flag, 1);
}
