//--blockDim=64 --gridDim=16
// expect: confirmed race
// stages: verify
// Racy twin of scan_positions: sums of no more than 32 flags, so that two threads further apart may
// have one position.
__global__ void squeeze(int *out, const int *in) {
  __shared__ int place[64];
  int t = threadIdx.x, v = in[blockIdx.x * 64 + t], keep = v > 0;
  place[t] = keep;
  __syncthreads();
  for (int d = 1; d < 32; d *= 2) {
    int other = t >= d ? place[t - d] : 0;
    __syncthreads();
    place[t] += other;
    __syncthreads();
  }
  if (keep) out[blockIdx.x * 64 + place[t] - 1] = v;
}
