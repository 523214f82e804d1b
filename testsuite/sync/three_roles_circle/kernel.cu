//--blockDim=96 --gridDim=2
// each role waits for the one before: no two of them for each other, but nobody goes on
// expect: synchronization
// stages: verify

#include <cuda/barrier>
using barrier = cuda::barrier<cuda::thread_scope_block>;
__global__ void circle(float *out) {
  __shared__ float a[96];
  __shared__ barrier x, y, z;
  if (threadIdx.x == 0) { init(&x, 64); init(&y, 64); init(&z, 64); }
  __syncthreads();
  int role = threadIdx.x / 32, lane = threadIdx.x % 32;
  a[threadIdx.x] = lane;
  if (role == 0) {
    x.arrive_and_wait();
    z.arrive();
    out[lane] = a[63 - lane];
  } else if (role == 1) {
    y.arrive_and_wait();
    x.arrive();
    out[32 + lane] = a[95 - lane];
  } else {
    z.arrive_and_wait();
    y.arrive();
    out[64 + lane] = a[31 - lane];
  }
}
