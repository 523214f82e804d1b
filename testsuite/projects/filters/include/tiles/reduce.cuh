// Sums over blocks, for any element type and block size.
#pragma once

namespace tiles {

template <class T> __device__ inline T add(T a, T b) { return a + b; }

template <class T, int N> __global__ void block_sum(const T *in, T *out) {
  __shared__ T part[N];
  int t = threadIdx.x;
  part[t] = in[blockIdx.x * N + t];
  __syncthreads();
  for (int width = N / 2; width > 0; width /= 2) {
    if (t < width)
      part[t] = add(part[t], part[t + width]);
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = part[0];
}

} // namespace tiles
