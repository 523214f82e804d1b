//--blockDim=64 --gridDim=1
// a kernel with races is not compared
// expect: race at line 10
// stages: verify

void last_in_turn(int *out) {
  for (int i = 0; i < 64; ++i) out[0] = i;
}
__global__ void last(int *out) {
  __equivalent_to(last_in_turn); out[0] = threadIdx.x;
}
