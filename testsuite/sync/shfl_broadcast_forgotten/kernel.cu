//--blockDim=32 --gridDim=1
// what lane 0 was given is not handed on: the others write at the start
// expect: race at line 8

__global__ void append(int *out, int *count, const int *in) {
  int t = threadIdx.x, base = 0;
  if (t == 0) base = atomicAdd(count, 32);
  out[base + t] = in[t];
}
