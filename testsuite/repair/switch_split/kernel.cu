//--blockDim=64 --gridDim=1
// a case of a switch over the thread reads and writes: one value leads to the second half
// expect: race at line 10
// expect-repair: repaired; split-branch block before line 10

__global__ void modes(int *v) {
  int t = threadIdx.x;
  switch (t % 3) {
  case 0: // moves
    v[t] = v[t + 3];
    break;
  case 1:
    v[t] = 2;
    break;
  default:
    v[t] = 0;
  }
}
