//--blockDim=64 --gridDim=2
// what is read is the next stage, for which nobody has waited
// expect: race
// stages: verify

#include <cooperative_groups.h>
#include <cuda/pipeline>

__global__ void next_stage(const int *in, int *out, int n) {
  constexpr int stages = 4;
  __shared__ int s[stages][64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
  auto block = cooperative_groups::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  int sum = 0;
  for (int used = 0, fetched = 0; used < n; ++used) {
    for (; fetched < n && fetched < used + stages; ++fetched) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, s[fetched % stages], in + fetched * 64, sizeof(int) * 64, pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    sum += s[(used + 1) % stages][63 - threadIdx.x];
    pipe.consumer_release();
  }
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}
