//--blockDim=32 --gridDim=1
// a shuffle exchanges values and orders no memory: the neighbour's cell may not have been written yet
// expect: race at line 9, 11

__global__ void shift(int *out, const int *in) {
  __shared__ int s[32];
  int t = threadIdx.x;
  int v = in[t];
  s[t] = v;
  v = __shfl_xor_sync(0xffffffff, v, 1);
  out[t] = v + s[t ^ 1];
}
