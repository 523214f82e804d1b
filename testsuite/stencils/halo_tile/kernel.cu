//--blockDim=64 --gridDim=8
// tile with a halo of three on both sides
// expect: verified
// expect-repair: unchanged; cost 1 -> 1

#define R 3

__global__ void stencil(const int *in, int *out) {
  __shared__ int s[64 + 2 * R];
  int g = blockIdx.x * 64 + threadIdx.x, l = threadIdx.x + R;
  s[l] = in[g + R];
  if (threadIdx.x < R) {
    s[l - R] = in[g];
    s[l + 64] = in[g + 64 + R];
  }
  __syncthreads();
  int sum = 0;
  for (int o = -R; o <= R; ++o)
    sum += s[l + o];
  out[g] = sum;
}
