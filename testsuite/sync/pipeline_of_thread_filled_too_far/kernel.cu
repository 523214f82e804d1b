//--blockDim=64 --gridDim=2
// the third stage is filled while others may still read it
// expect: race
// stages: verify

#include <cuda/pipeline>

__global__ void filled_too_far(const int *in, int *out, int n) {
  __shared__ int s[3][64];
  auto pipe = cuda::make_pipeline();
  int fetched = 0, sum = 0;
  for (int used = 0; used < n; ++used) {
    for (; fetched < n && fetched < used + 3; ++fetched) {
      pipe.producer_acquire();
      cuda::memcpy_async(&s[fetched % 3][threadIdx.x], in + fetched * 64 + threadIdx.x, sizeof(int),
                         pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    __syncthreads();
    sum += s[used % 3][63 - threadIdx.x];
    pipe.consumer_release();
  }
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}
