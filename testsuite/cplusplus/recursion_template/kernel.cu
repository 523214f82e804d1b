//--blockDim=64 --gridDim=4
// the tree is unrolled by recursive templates
// expect: verified
// expect-repair: improved; weaken warp at line 10

template <int D> struct Tree {
  __device__ static void run(int *s, int t) {
    if (t < D)
      s[t] += s[t + D];
    __syncthreads();
    Tree<D / 2>::run(s, t);
  }
};

template <> struct Tree<0> {
  __device__ static void run(int *, int) {}
};

__global__ void sum(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 64 + t];
  __syncthreads();
  Tree<32>::run(s, t);
  if (t == 0)
    out[blockIdx.x] = s[0];
}
