//--blockDim=256 --gridDim=4
// completely unrolled by a template parameter
// expect: verified
// expect-repair: improved; weaken warp at line 20

template <unsigned Size> __device__ void reduceBlock(float *s, unsigned t) {
  if (Size >= 256) {
    if (t < 128)
      s[t] += s[t + 128];
    __syncthreads();
  }
  if (Size >= 128) {
    if (t < 64)
      s[t] += s[t + 64];
    __syncthreads();
  }
  if (Size >= 64) {
    if (t < 32)
      s[t] += s[t + 32];
    __syncthreads();
  }
}

template <unsigned Size> __global__ void reduceUnrolled(const float *in, float *out) {
  __shared__ float s[Size];
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * Size + t];
  __syncthreads();
  reduceBlock<Size>(s, t);
  if (t == 0) {
    float sum = 0;
    for (int i = 0; i < 32; ++i)
      sum += s[i];
    out[blockIdx.x] = sum;
  }
}

template __global__ void reduceUnrolled<256>(const float *, float *);
