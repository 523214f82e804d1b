//--blockDim=64 --gridDim=16
// expect: verified
// stages: verify
// Positions from a prefix sum of flags in shared memory: place[t] of two threads with a flag differ
// because sums are monotonous, a fact about contents over six rounds of all threads.
__global__ void squeeze(int *out, const int *in) {
  __shared__ int place[64];
  int t = threadIdx.x, v = in[blockIdx.x * 64 + t], keep = v > 0;
  place[t] = keep;
  __syncthreads();
  for (int d = 1; d < 64; d *= 2) {
    int other = t >= d ? place[t - d] : 0;
    __syncthreads();
    place[t] += other;
    __syncthreads();
  }
  if (keep) out[blockIdx.x * 64 + place[t] - 1] = v;
}
