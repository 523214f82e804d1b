//--blockDim=1 --gridDim=8
// the lock is one of the block, and threads of all blocks want it
// expect: race at line 9; race at line 9, 14; race at line 12
// expect-repair: strengthen device at line 9; strengthen device at line 11; strengthen device at line 13; strengthen device at line 14

__global__ void fold(int *lock, int *state, const int *in) {
  int mine = in[blockIdx.x];
  while (
      atomicCAS_block(lock, 0, 1) != 0) {
  }
  __threadfence_block();
  state[0] = state[0] * 31 + mine;
  __threadfence_block();
  atomicExch_block(lock, 0);
}
