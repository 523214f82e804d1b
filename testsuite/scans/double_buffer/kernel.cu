//--blockDim=128 --gridDim=4
// Hillis-Steele scan with two buffers: one barrier a step
// expect: verified
// expect-repair: unchanged; cost 11 -> 11

__global__ void scan(const int *in, int *out) {
  __shared__ int s[2][128];
  int t = threadIdx.x;
  int from = 0, to = 1;
  s[from][t] = in[blockIdx.x * 128 + t];
  __syncthreads();
  for (int d = 1; d < 128; d *= 2) {
    s[to][t] = t >= d ? s[from][t] + s[from][t - d] : s[from][t];
    __syncthreads();
    to = 1 - to;
    from = 1 - from;
  }
  out[blockIdx.x * 128 + t] = s[from][t];
}
