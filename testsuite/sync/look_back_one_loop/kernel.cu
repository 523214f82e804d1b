//--blockDim=32 --gridDim=8
// look-back in one loop: a tile that is not ready is read again, else the next one's turn comes
// expect: verified

__global__ void offsets(const int *in, int *sums, int *prefixes, volatile int *state, int *out) {
  int b = blockIdx.x;
  if (threadIdx.x == 0) {
    sums[b] = in[b];
    __threadfence();
    state[b] = 1;
    int before = 0;
    int p = b - 1;
    while (p >= 0) {
      int s = state[p];
      if (s == 0) continue;
      __threadfence();
      if (s == 2) {
        before += prefixes[p];
        break;
      }
      before += sums[p];
      --p;
    }
    prefixes[b] = before + in[b];
    __threadfence();
    state[b] = 2;
    out[b] = before;
  }
}
