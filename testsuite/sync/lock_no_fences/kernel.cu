//--blockDim=1 --gridDim=8
// a section has to be released and acquired
// expect: race at line 9
// expect-repair: fence device before line 9; fence device before line 11

__global__ void fold(int *lock, int *state, const int *in) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  state[0] = state[0] * 31 +
             in[blockIdx.x];
  atomicExch(lock, 0);
}
