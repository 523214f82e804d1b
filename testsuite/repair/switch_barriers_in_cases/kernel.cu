//--blockDim=64 --gridDim=4
// each of two cases has its barrier, which are meant to be one; the second half is a switch again
// expect: divergence at line 13; divergence at line 19
// expect-repair: repaired; split-branch warp at line 13

__global__ void fold(const int *in, int *out) {
  __shared__ int tile[64];
  unsigned t = threadIdx.x;
  int i = blockIdx.x * 64 + t;
  switch (t / 16) {
    case 0: {
      tile[t] = in[i];
      __syncthreads();
      out[i] = tile[t + 16];
      break;
    }
    case 1:
      tile[t] = in[i] + 1;
      __syncthreads();
      out[i] = tile[t - 16];
      break;
    default:
      out[i] = 0;
  }
}
