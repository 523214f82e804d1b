//--blockDim=64 --gridDim=32
// a block's own value and its sum are one word, which the next block may read in between: few blocks
// show it
// expect: confirmed race at line 20, 23
// stages: verify

__global__ void sums(const int *in, int *value, int *state, int *out) {
  if (threadIdx.x == 0) {
    int own = in[blockIdx.x], before = 0;
    value[blockIdx.x] = own;
    __threadfence();
    atomicExch(&state[blockIdx.x], 1);
    for (int b = blockIdx.x - 1; b >= 0; --b) {
      int known;
      do {
        known = atomicAdd(&state[b], 0);
      } while (known == 0);
      __threadfence();
      // the sum may be there by now
      before += value[b];
      if (known == 2) break;
    }
    value[blockIdx.x] = before + own;
    __threadfence();
    atomicExch(&state[blockIdx.x], 2);
    out[blockIdx.x] = before;
  }
}
