//--blockDim=64 --gridDim=1
// one thread refills a cell that the others may still read
// expect: race
// stages: verify

#define STAGES 3

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

__global__ void total(const float *in, float *out, int n) {
  __requires(n < 100000);
  __shared__ float s[STAGES];
  __shared__ unsigned long long full[STAGES];
  int t = threadIdx.x;
  if (t < STAGES)
    asm volatile("mbarrier.init.shared.b64 [%0], 1;" :: "r"(address(&full[t])) : "memory");
  __syncthreads();
  if (t == 0)
    for (int i = 0; i < STAGES; ++i) {
      s[i] = in[i];
      arrive(&full[i]);
    }
  int stage = 0, phase = 0;
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    wait(&full[stage], phase);
    sum += s[stage];
    if (t == 0 && i + STAGES < n) {
      s[stage] = in[i + STAGES];
      arrive(&full[stage]);
    }
    if (++stage == STAGES) {
      stage = 0;
      phase ^= 1;
    }
  }
  out[t] = sum;
}
