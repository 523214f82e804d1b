//--blockDim=64 --gridDim=4
// no atomic operation does what the update does
// expect: race at line 7
// expect-repair: unrepairable

__global__ void mix(const int *in, int *state) {
  state[0] = state[0] * 31 + in[blockIdx.x * 64 + threadIdx.x];
}
