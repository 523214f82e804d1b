//--blockDim=32 --gridDim=2
// twice as many bins
// expect: confirmed postcondition at line 10
// stages: verify

void count_in_turn(unsigned *bins, const unsigned *in, int n) {
  for (int i = 0; i < n; ++i) bins[in[i] % 8]++;
}
__global__ void count(unsigned *bins, const unsigned *in, int n) {
  __equivalent_to(count_in_turn);
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&bins[in[i] % 16], 1u);
}
