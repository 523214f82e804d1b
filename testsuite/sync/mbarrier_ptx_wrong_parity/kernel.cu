//--blockDim=64 --gridDim=1
// the producer waits for the parity that the object has from the start: it never waits for a reader,
// who may then wait for a phase that is two behind, for ever
// open: barrier objects are not exact here yet
// expect: race; divergence

__device__ unsigned address(unsigned long long *b) {
  return (unsigned)__cvta_generic_to_shared(b);
}
__device__ void arrive(unsigned long long *b) {
  asm volatile("mbarrier.arrive.shared.b64 _, [%0];" :: "r"(address(b)) : "memory");
}
__device__ void wait(unsigned long long *b, int parity) {
  asm volatile("{ .reg .pred done;\n"
               "AGAIN: mbarrier.try_wait.parity.shared.b64 done, [%0], %1;\n"
               "@!done bra AGAIN; }" :: "r"(address(b)), "r"(parity) : "memory");
}

__global__ void pass(const int *in, int *out, int n) {
  __shared__ unsigned long long full, empty;
  __shared__ int s[32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared.b64 [%0], 32;" :: "r"(address(&full)) : "memory");
    asm volatile("mbarrier.init.shared.b64 [%0], 32;" :: "r"(address(&empty)) : "memory");
  }
  __syncthreads();
  for (int i = 0; i < 2; ++i) {
    if (threadIdx.x < 32) {
      wait(&empty, 1);
      s[lane] = in[i * 32 + lane];
      arrive(&full);
    } else {
      wait(&full, i & 1);
      out[i * 32 + lane] = s[31 - lane];
    }
  }
}
