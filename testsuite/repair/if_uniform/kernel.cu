//--blockDim=64 --gridDim=1
// race inside a uniform branch: the barrier goes into the branch
// expect: race at line 8, 9
// expect-repair: repaired; add block; cost 0 -> 1

__global__ void branch(int *v, int flag) {
  if (flag) {
    int x = v[threadIdx.x + 1];
    v[threadIdx.x] = x;
  }
}
