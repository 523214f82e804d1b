//--blockDim=1 --gridDim=8
// it takes the sum of a tile for that of all up to it
// expect: race at line 15, 19

__global__ void scan(const int *in, volatile int *state, int *sums, int *prefixes) {
  int b = blockIdx.x;
  sums[b] = in[b];
  __threadfence();
  state[b] = 1;
  int before = 0;
  if (b > 0) {
    while (state[b - 1] == 0) {
    }
    __threadfence();
    before = prefixes[b - 1];
  }


  prefixes[b] = before + in[b];
  __threadfence();
  state[b] = 2;
}
