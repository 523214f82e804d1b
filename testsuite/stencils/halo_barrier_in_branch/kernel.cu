//--blockDim=64 --gridDim=8
// the barrier slipped into the branch that loads the halo
// expect: divergence at line 15; race at line 11, 17
// expect-repair: repaired; remove block at line 15; add block; cost 1 -> 1

#define R 3

__global__ void stencil(const int *in, int *out) {
  __shared__ int s[64 + 2 * R];
  int g = blockIdx.x * 64 + threadIdx.x, l = threadIdx.x + R;
  s[l] = in[g + R];
  if (threadIdx.x < R) {
    s[l - R] = in[g];
    s[l + 64] = in[g + 64 + R];
    __syncthreads();
  }
  out[g] = s[l - 1] + s[l + 1];
}
