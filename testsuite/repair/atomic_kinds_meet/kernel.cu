//--blockDim=64 --gridDim=4
// a sum and a maximum of one element: their order decides, which atomics leave open
// expect: race
// expect-repair: unrepairable

__global__ void mix(const int *in, int *state) {
  int x = in[blockIdx.x * 64 + threadIdx.x];
  state[0] += x;
  state[0] = max(state[0], x * 2);
}
