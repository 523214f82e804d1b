//--blockDim=64 --gridDim=1
// stages are filled up to the next one of the one in use
// expect: verified
// stages: verify

#include <cuda/pipeline>

__global__ void filled_to(const int *in, int *out, int tiles) {
  __requires(tiles < 100000);
  __shared__ int s[2][64];
  auto pipe = cuda::make_pipeline();
  int t = threadIdx.x, sum = 0;
  for (int used = 0, filled = 0; used < tiles; ++used) {
    for (; filled <= used + 1 && filled < tiles; ++filled) {
      pipe.producer_acquire();
      cuda::memcpy_async(&s[filled % 2][t], &in[filled * 64 + t], sizeof(int), pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    __syncthreads();
    sum += s[used % 2][63 - t];
    pipe.consumer_release();
    __syncthreads();
  }
  out[t] = sum;
}
