//--blockDim=64 --gridDim=1
// a ring with a single slot needs a second barrier
// expect: race at line 10, 12
// expect-repair: repaired; add block; cost 10 -> 20

__global__ void ring(const int *in, int *out, int steps) {
  __shared__ int buffer[64];
  int t = threadIdx.x, sum = 0;
  for (int k = 0; k < steps; ++k) {
    buffer[t] = in[k * 64 + t];
    __syncthreads();
    sum += buffer[63 - t];
  }
  out[t] = sum;
}
