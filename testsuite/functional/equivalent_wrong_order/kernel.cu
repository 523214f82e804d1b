//--blockDim=64 --gridDim=1
// the elements come in the order of the positions that threads draw
// expect: confirmed postcondition at line 14, 16
// stages: verify

void keep_in_turn(int *out, int *count, const int *in) {
  for (int i = 0; i < 64; ++i)
    if (in[i] > 0) out[(*count)++] = in[i];
}
__global__ void keep(int *out, int *count, const int *in) {
  __requires(*count == 0);
  int t = threadIdx.x;
  int positive = in[t] > 0;
  __equivalent_to(keep_in_turn);
  if (positive)
    out[atomicAdd(count, 1)] = in[t];
}
