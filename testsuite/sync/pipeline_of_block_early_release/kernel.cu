//--blockDim=64 --gridDim=1
// the stage is released before it is read
// expect: race

#include <cooperative_groups.h>
#include <cuda/pipeline>

__global__ void stages(const int *in, int *out, int n) {
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 1> state;
  __shared__ int s[64];
  auto block = cooperative_groups::this_thread_block();
  int t = threadIdx.x;
  auto pipe = cuda::make_pipeline(block, &state);
  for (int i = 0; i < n; ++i) {
    pipe.producer_acquire();
    cuda::memcpy_async(block, s, in + i * 64, sizeof(int) * 64, pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    pipe.consumer_release();
    out[i * 64 + t] = s[63 - t];
  }
}
