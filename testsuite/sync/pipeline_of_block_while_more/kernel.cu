//--blockDim=64 --gridDim=2
// the first stage is filled before the loop, the next one while there is more
// expect: verified
// stages: verify

#include <cooperative_groups.h>
#include <cuda/pipeline>

__global__ void while_more(const int *in, int *out, int n) {
  __shared__ int s[2][64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cooperative_groups::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  pipe.producer_acquire();
  cuda::memcpy_async(block, s[0], in, sizeof(int) * 64, pipe);
  pipe.producer_commit();
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    if (i + 1 < n) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, s[(i + 1) & 1], in + (i + 1) * 64, sizeof(int) * 64, pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    sum += s[i & 1][63 - threadIdx.x];
    pipe.consumer_release();
  }
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}
