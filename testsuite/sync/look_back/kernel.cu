//--blockDim=1 --gridDim=8
// decoupled look-back: 1 says that the sum of a tile is there, 2 that the sum of all up to it is
// expect: verified

__global__ void scan(const int *in, volatile int *state, int *sums, int *prefixes) {
  int b = blockIdx.x;
  sums[b] = in[b];
  __threadfence();
  state[b] = 1;
  int before = 0;
  for (int p = b - 1; p >= 0; --p) {
    int s;
    while ((s = state[p]) == 0) {
    }
    __threadfence();
    if (s == 2) {
      before += prefixes[p];
      break;
    }
    before += sums[p];
  }
  prefixes[b] = before + in[b];
  __threadfence();
  state[b] = 2;
}
