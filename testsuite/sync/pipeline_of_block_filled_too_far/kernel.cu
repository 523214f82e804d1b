//--blockDim=64 --gridDim=2
// the loop fills the stage that is about to be read
// expect: confirmed race

#include <cooperative_groups.h>
#include <cuda/pipeline>

__global__ void filled_ahead(const int *in, int *out, int n) {
  constexpr int stages = 4;
  __shared__ int s[stages][64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
  auto block = cooperative_groups::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  for (int i = 0; i < stages - 1; ++i) {
    pipe.producer_acquire();
    cuda::memcpy_async(block, s[i], in + i * 64, sizeof(int) * 64, pipe);
    pipe.producer_commit();
  }
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    int ahead = i + stages;
    pipe.producer_acquire();
    cuda::memcpy_async(block, s[ahead % stages], in + ahead * 64, sizeof(int) * 64, pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    sum += s[i % stages][63 - threadIdx.x];
    pipe.consumer_release();
  }
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}
