//--blockDim=64 --gridDim=100
// a block's own value and its sum are one word, which the next block may read in between: few blocks
// show it
// expect: confirmed race at line 8, 21
// stages: verify

__device__ void tell(int *value, int *state, int block, int v, int as) {
  value[block] = v;
  __threadfence();
  atomicExch(&state[block], as);
}

__global__ void sums(const int *in, int *value, int *state, int *out) {
  if (threadIdx.x == 0) {
    int own = in[blockIdx.x], before = 0;
    tell(value, state, blockIdx.x, own, 1);
    for (int b = blockIdx.x - 1; b >= 0; --b) {
      int known;
      while ((known = atomicAdd(&state[b], 0)) == 0) {}
      __threadfence();
      before += value[b];
      if (known == 2) break;
    }
    tell(value, state, blockIdx.x, before + own, 2);
    out[blockIdx.x] = before;
  }
}
