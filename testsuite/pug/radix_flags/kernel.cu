//--blockDim=64 --gridDim=1
// radix step: flags, totals by one thread, the positions follow without a barrier
// expect: race
// expect-repair: repaired; add block; cost 1 -> 2

__global__ void radix(const unsigned *in, unsigned *out, int bit) {
  __shared__ unsigned flag[64], zeros;
  unsigned t = threadIdx.x;
  flag[t] = (in[t] >> bit) & 1;
  __syncthreads();
  if (t == 0) {
    unsigned sum = 0;
    for (unsigned k = 0; k < 64; ++k)
      sum += 1 - flag[k];
    zeros = sum;
  }
  out[t] = flag[t] ? zeros : t;
}
