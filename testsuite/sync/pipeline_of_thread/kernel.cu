//--blockDim=64 --gridDim=1
// a pipeline of two stages within each thread
// expect: verified

#include <cuda/pipeline>

__global__ void stages(const int *in, int *out, int n) {
  __shared__ int s[2][64];
  int t = threadIdx.x;
  auto pipe = cuda::make_pipeline();
  for (int next = 0, i = 0; i < n; ++i) {
    for (; next < n && next < i + 2; ++next) {
      pipe.producer_acquire();
      cuda::memcpy_async(&s[next % 2][t], &in[next * 64 + t], sizeof(int), pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    out[i * 64 + t] = s[i % 2][t];
    pipe.consumer_release();
  }
}
