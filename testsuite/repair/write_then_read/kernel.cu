//--blockDim=64 --gridDim=1
// one write, several reads of it
// expect: race
// expect-repair: repaired; add block; cost 0 -> 1

__global__ void fan(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  out[t] = s[63 - t];
  out[t + 64] = s[t ^ 1];
  out[t + 128] = s[0];
}
