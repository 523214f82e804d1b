//--blockDim=64 --gridDim=16
// stream compaction: the first thread reserves as many places as its block needs
// expect: verified
// stages: verify

__global__ void compact(const int *in, int *out, int *total, int n) {
  __shared__ int place[64];
  __shared__ int base;
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  int keep = i < n && in[i] > 0;
  place[t] = keep;
  __syncthreads();
  for (int d = 1; d < 64; d *= 2) {
    int left = t >= d ? place[t - d] : 0;
    __syncthreads();
    place[t] += left;
    __syncthreads();
  }
  if (t == 0) base = atomicAdd(total, place[63]);
  __syncthreads();
  if (keep) out[base + place[t] - 1] = in[i];
}
