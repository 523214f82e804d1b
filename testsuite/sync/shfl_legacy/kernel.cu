//--blockDim=64 --gridDim=1
// the forms without a mask are of the lanes that happen to be there, whose values are exchanged
// expect: verified

__global__ void sum(int *v, int *out) {
  int t = threadIdx.x;
  int x = v[t];
  if (v[t] > 0)
    for (int d = 16; d > 0; d /= 2)
      x += __shfl_xor(x, d);
  out[t] = x + __popc(__ballot(x > 0)) + __any(x);
}
