//--blockDim=128 --gridDim=2
// one warp fills the stages, the others release them before they read
// expect: race
// stages: verify

#include <cooperative_groups.h>
#include <cuda/pipeline>

__global__ void roles_early_release(const float *in, float *out, int n) {
  __shared__ float s[2][128];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cooperative_groups::this_thread_block();
  const auto role = block.thread_rank() < 32 ? cuda::pipeline_role::producer
                                             : cuda::pipeline_role::consumer;
  auto pipe = cuda::make_pipeline(block, &state, role);
  if (role == cuda::pipeline_role::producer) {
    for (int i = 0; i < n; ++i) {
      pipe.producer_acquire();
      for (int j = threadIdx.x; j < 128; j += 32) s[i & 1][j] = in[i * 128 + j];
      pipe.producer_commit();
    }
  } else {
    float sum = 0;
    for (int i = 0; i < n; ++i) {
      pipe.consumer_wait();
      pipe.consumer_release();
      sum += s[i & 1][127 - threadIdx.x];
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
  }
}
