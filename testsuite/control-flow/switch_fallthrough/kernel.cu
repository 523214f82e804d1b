//--blockDim=64 --gridDim=1
// case 0 falls through into case 1: read and write without a barrier
// expect: race at line 10, 12
// expect-repair: repaired; add block; cost 0 -> 1

__global__ void fall(int *v, int mode) {
  int t = threadIdx.x, x = 0;
  switch (mode) {
  case 0:
    x = v[t + 1];
  case 1:
    v[t] = x;
    break;
  default:
    v[t] = 7;
  }
}
