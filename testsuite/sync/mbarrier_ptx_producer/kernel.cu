//--blockDim=64 --gridDim=1
// one warp produces, the other consumes: full and empty are objects, waited for by parity
// expect: verified
// stages: verify

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
  for (int i = 0; i < n; ++i) {
    if (threadIdx.x < 32) {
      wait(&empty, (i & 1) ^ 1);
      s[lane] = in[i * 32 + lane];
      arrive(&full);
    } else {
      wait(&full, i & 1);
      out[i * 32 + lane] = s[31 - lane];
      arrive(&empty);
    }
  }
}
