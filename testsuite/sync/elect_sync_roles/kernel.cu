//--blockDim=96 --gridDim=1
// an elected lane fills a ring of buffers, and one of each warp that reads them gives them back
// expect: verified
// stages: verify

#define STAGES 4

__device__ unsigned address(unsigned long long *b) {
  return (unsigned)__cvta_generic_to_shared(b);
}
__device__ void init(unsigned long long *b, int count) {
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" :: "r"(address(b)), "r"(count) : "memory");
}
__device__ void arrive(unsigned long long *b) {
  asm volatile("mbarrier.arrive.shared.b64 _, [%0];" :: "r"(address(b)) : "memory");
}
__device__ void wait(unsigned long long *b, int parity) {
  asm volatile("{ .reg .pred done;\n"
               "AGAIN: mbarrier.try_wait.parity.shared.b64 done, [%0], %1;\n"
               "@!done bra AGAIN; }" :: "r"(address(b)), "r"(parity) : "memory");
}

__device__ bool elected() {
  unsigned is;
  asm volatile("{ .reg .pred p; elect.sync _|p, 0xffffffff; selp.u32 %0, 1, 0, p; }" : "=r"(is));
  return is;
}

__global__ void pass(const int *in, int *out, int n) {
  __shared__ unsigned long long full[STAGES], empty[STAGES];
  __shared__ int s[STAGES][32];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (warp == 0 && elected())
    for (int i = 0; i < STAGES; ++i) {
      init(&full[i], 1);
      init(&empty[i], 2);
    }
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    int stage = i % STAGES, parity = i / STAGES & 1;
    if (warp == 0 && elected()) {
      wait(&empty[stage], parity ^ 1);
      for (int k = 0; k < 32; ++k) s[stage][k] = in[i * 32 + k];
      arrive(&full[stage]);
    } else if (warp > 0) {
      wait(&full[stage], parity);
      out[i * 64 + threadIdx.x - 32] = s[stage][31 - lane];
      __syncwarp();
      if (elected())
        arrive(&empty[stage]);
    }
  }
}
