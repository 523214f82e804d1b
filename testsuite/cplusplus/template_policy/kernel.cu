//--blockDim=64 --gridDim=4
// an operation given as a template parameter
// expect: verified
// expect-repair: unchanged; cost 11 -> 11

struct Max {
  __device__ static int apply(int a, int b) { return a > b ? a : b; }
};

template <class Op, int N> __device__ int reduceBlock(int *s, int t) {
  __syncthreads();
  for (int d = N / 2; d > 0; d /= 2) {
    if (t < d)
      s[t] = Op::apply(s[t], s[t + d]);
    __syncthreads();
  }
  return s[0];
}

__global__ void largest(const int *in, int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
  int v = reduceBlock<Max, 64>(s, threadIdx.x);
  if (threadIdx.x == 0)
    out[blockIdx.x] = v;
}
