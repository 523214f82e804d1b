//--blockDim=64 --gridDim=1
// load and store in one statement: the patch splits it
// expect: race at line 7
// expect-repair: repaired; add block; cost 0 -> 1

__global__ void inside(int *v) {
  v[threadIdx.x] = v[threadIdx.x + 1] + v[threadIdx.x + 2];
}
