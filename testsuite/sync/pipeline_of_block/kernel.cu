//--blockDim=64 --gridDim=1
// a pipeline of two stages that the block shares
// expect: verified

#include <cooperative_groups.h>
#include <cuda/pipeline>

__global__ void stages(const int *in, int *out, int n) {
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  __shared__ int s[2][64];
  auto block = cooperative_groups::this_thread_block();
  int t = threadIdx.x;
  auto pipe = cuda::make_pipeline(block, &state);
  for (int i = 0; i < n; ++i) {
    pipe.producer_acquire();
    cuda::memcpy_async(block, s[i % 2], in + i * 64, sizeof(int) * 64, pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    out[i * 64 + t] = s[i % 2][63 - t];
    pipe.consumer_release();
  }
}
