//--blockDim=64 --gridDim=1 --kernel-args=shift,63
// the value of a parameter is given, and it is bad
// expect: race at line 7, 8
// expect-repair: repaired; add block; cost 0 -> 1

__global__ void shift(int *v, int by) {
  int x = v[threadIdx.x + by];
  v[threadIdx.x] = x;
}
