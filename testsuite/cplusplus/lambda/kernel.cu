//--blockDim=64 --gridDim=4
// a lambda that captures the tile by reference
// expect: verified
// expect-repair: unchanged; cost 1 -> 1

template <class F> __device__ void forNeighbours(int t, F f) {
  for (int d = 1; d <= 2; ++d)
    f((t + d) & 63);
}

__global__ void sums(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x, sum = 0;
  s[t] = in[blockIdx.x * 64 + t];
  __syncthreads();
  forNeighbours(t, [&](int k) { sum += s[k]; });
  out[blockIdx.x * 64 + t] = sum;
}
