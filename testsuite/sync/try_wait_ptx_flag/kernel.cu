//--blockDim=64 --gridDim=2
// the test gives a number, which a loop of the source repeats; one thread has started a bulk copy
// expect: verified

__global__ void load(const int *in, int *out) {
  __shared__ __align__(16) int s[64];
  __shared__ unsigned long long bar;
  unsigned b = (unsigned)__cvta_generic_to_shared(&bar);
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" :: "r"(b));
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 256;" :: "r"(b) : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 256, "
                 "[%2];" :: "r"((unsigned)__cvta_generic_to_shared(s)), "l"(in + blockIdx.x * 64),
                 "r"(b) : "memory");
  }
  int done = 0;
  while (!done)
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0;"
                 "selp.b32 %0, 1, 0, p; }" : "=r"(done) : "r"(b) : "memory");
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
