//--blockDim=64 --gridDim=8
// the right halo is written one element too far left
// expect: race at line 9, 12
// expect-repair: repaired; add 2 block; cost 0 -> 2

__global__ void stencil(const int *in, int *out) {
  __shared__ int s[66];
  int g = blockIdx.x * 64 + threadIdx.x, l = threadIdx.x + 1;
  s[l] = in[g + 1];
  if (threadIdx.x == 0) {
    s[0] = in[g];
    s[64] = in[g + 65];
  }
  out[g] = s[l - 1] + s[l + 1];
}
