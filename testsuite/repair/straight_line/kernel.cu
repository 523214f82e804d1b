//--blockDim=64 --gridDim=1
// straight line: one barrier between read and write
// expect: race at line 7, 8
// expect-repair: repaired; add block before line 8; cost 0 -> 1

__global__ void straight(int *v) {
  int x = v[threadIdx.x + 1];
  v[threadIdx.x] = x;
}
