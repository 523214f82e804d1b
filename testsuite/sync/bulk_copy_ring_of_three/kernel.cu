//--blockDim=64 --gridDim=2
// one thread starts bulk copies into a ring of three stages, of which the loops count the rounds
// expect: verified
// stages: verify

#include <cuda/barrier>
using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void ring(const int *in, int *out, int tiles) {
  constexpr int stages = 3;
  __shared__ __align__(16) int s[stages][32];
  __shared__ barrier full[stages], empty[stages];
  if (threadIdx.x == 0)
    for (int i = 0; i < stages; ++i) {
      init(&full[i], 1);
      init(&empty[i], 32);
    }
  __syncthreads();
  if (threadIdx.x == 32) {
    for (int k = 0; k < tiles; ++k) {
      empty[k % stages].wait_parity((k / stages & 1) ^ 1);
      (void)cuda::device::barrier_arrive_tx(full[k % stages], 1, 128);
      cuda::device::memcpy_async_tx(s[k % stages], in + k * 32, cuda::aligned_size_t<16>(128),
                                    full[k % stages]);
    }
  } else if (threadIdx.x < 32) {
    int sum = 0;
    for (int k = 0; k < tiles; ++k) {
      full[k % stages].wait_parity(k / stages & 1);
      sum += s[k % stages][31 - threadIdx.x];
      (void)empty[k % stages].arrive();
    }
    out[blockIdx.x * 32 + threadIdx.x] = sum;
  }
}
