//--blockDim=128 --gridDim=2
// each warp sums over shuffles alone; one lane of each writes its cell
// expect: verified

__global__ void sum(const int *in, int *out) {
  int t = threadIdx.x;
  int v = in[blockIdx.x * 128 + t];
  for (int d = 16; d > 0; d /= 2)
    v += __shfl_down_sync(0xffffffff, v, d);
  if (t % 32 == 0) out[blockIdx.x * 4 + t / 32] = v;
}
