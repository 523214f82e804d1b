//--blockDim=64 --gridDim=1
// the phase is complete by the arrival alone: it does not wait for bytes that are not announced
// expect: race at line 15, 20; synchronization at line 15

__global__ void stage(const int *in, int *out) {
  __shared__ alignas(16) int s[64];
  __shared__ unsigned long long bar;
  unsigned b = (unsigned)__cvta_generic_to_shared(&bar);
  unsigned to = (unsigned)__cvta_generic_to_shared(s);
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared.b64 [%0], 1;" :: "r"(b) : "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.arrive.shared.b64 _, [%0];" :: "r"(b) : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
                 "[%0], [%1], 256, [%2];" :: "r"(to), "l"(in), "r"(b) : "memory");
  }
  asm volatile("{ .reg .pred p; W: mbarrier.try_wait.parity.shared.b64 p, [%0], 0; @!p bra W; }"
               :: "r"(b) : "memory");
  out[threadIdx.x] = s[63 - threadIdx.x];
}
