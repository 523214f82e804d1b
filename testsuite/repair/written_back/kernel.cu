//--blockDim=64 --gridDim=1
// a value that is written back as it was read is no update that could be lost: a barrier before is all it takes
// expect: race at line 8, 9
// expect-repair: add block before line 9; cost 0 -> 1

__global__ void written_back(int *a) {
  int t = threadIdx.x;
  if (t == 40) a[0] = 7;
  int x = a[0];
  a[0] = x;
}
