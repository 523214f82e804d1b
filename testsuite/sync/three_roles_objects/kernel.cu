//--blockDim=96 --gridDim=2
// each pair of neighbours has barrier objects of its own
// expect: verified

#include <cuda/barrier>
using barrier = cuda::barrier<cuda::thread_scope_block>;
__global__ void stages(const float *in, float *out, int rounds) {
  __shared__ float a[32], b[32];
  __shared__ barrier aFull, aEmpty, bFull, bEmpty;
  if (threadIdx.x == 0) { init(&aFull, 64); init(&aEmpty, 64); init(&bFull, 64); init(&bEmpty, 64); }
  __syncthreads();
  int role = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (role == 0) {
    for (int i = 0; i < rounds; ++i) {
      aEmpty.arrive_and_wait();
      a[lane] = in[i * 32 + lane];
      aFull.arrive();
    }
  } else if (role == 1) {
    aEmpty.arrive();
    for (int i = 0; i < rounds; ++i) {
      aFull.arrive_and_wait();
      float v = a[31 - lane];
      aEmpty.arrive();
      bEmpty.arrive_and_wait();
      b[lane] = v * v;
      bFull.arrive();
    }
  } else {
    bEmpty.arrive();
    for (int i = 0; i < rounds; ++i) {
      bFull.arrive_and_wait();
      out[blockIdx.x * 32 + lane] += b[31 - lane];
      bEmpty.arrive();
    }
  }
}
