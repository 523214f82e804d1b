//--blockDim=128 --gridDim=2
// a stage is given back before it is read
// expect: race
// stages: verify

#include <cuda/barrier>

__global__ void filled_and_emptied(const int *in, int *out, int n) {
  __shared__ int s[2][64];
  __shared__ cuda::barrier<cuda::thread_scope_block> objects[4]; // filled[2], emptied[2]
  int t = threadIdx.x;
  if (t < 4)
    init(objects + t, 128);
  __syncthreads();
  if (t < 64) {
    for (int i = 0; i < n; ++i) {
      objects[2 + i % 2].arrive_and_wait();
      s[i % 2][t] = in[i * 64 + t];
      auto filled = objects[i % 2].arrive();
    }
  } else {
    auto first = objects[2].arrive();
    auto second = objects[3].arrive();
    int sum = 0;
    for (int i = 0; i < n; ++i) {
      objects[i % 2].arrive_and_wait();
      auto emptied = objects[2 + i % 2].arrive();
      sum += s[i % 2][127 - t];
    }
    out[blockIdx.x * 64 + t - 64] = sum;
  }
}
