//--blockDim=32 --gridDim=8
// the sum up to the tile is said to be there before it is
// expect: confirmed race at line 15, 20

__global__ void offsets(const int *in, int *sums, int *prefixes, volatile int *state, int *out) {
  int b = blockIdx.x;
  if (threadIdx.x == 0) {
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
    }
    state[b] = 2;
    prefixes[b] = before + in[b];
    out[b] = before;
  }
}
