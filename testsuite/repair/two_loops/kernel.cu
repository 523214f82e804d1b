//--blockDim=64 --gridDim=1
// two loops one after the other, one barrier between them
// expect: race at line 10, 12
// expect-repair: repaired; add block; cost 0 -> 1

__global__ void two(const int *in, int *out) {
  __shared__ int s[256];
  unsigned t = threadIdx.x;
  for (unsigned k = 0; k < 256; k += 64)
    s[k + t] = in[k + t];
  for (unsigned k = 0; k < 256; k += 64)
    out[k + t] = s[255 - (k + t)];
}
