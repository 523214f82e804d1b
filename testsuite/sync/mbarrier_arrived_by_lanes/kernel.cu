//--blockDim=96 --gridDim=2
// a lane of each warp arrives for it, and all threads wait
// expect: verified
// stages: verify

__device__ unsigned address(unsigned long long *b) {
  return (unsigned)__cvta_generic_to_shared(b);
}

__global__ void turn(int *data, int n) {
  __shared__ unsigned long long met;
  __shared__ int s[2][96];
  int t = threadIdx.x;
  if (t == 0)
    asm volatile("mbarrier.init.shared.b64 [%0], 3;" :: "r"(address(&met)) : "memory");
  __syncthreads();
  int mine = data[blockIdx.x * 96 + t];
  for (int i = 0; i < n; ++i) {
    s[i & 1][t] = mine;
    __syncwarp();
    if (t % 32 == 5)
      asm volatile("mbarrier.arrive.shared.b64 _, [%0];" :: "r"(address(&met)) : "memory");
    asm volatile("{ .reg .pred done;\n"
                 "AGAIN: mbarrier.try_wait.parity.shared.b64 done, [%0], %1;\n"
                 "@!done bra AGAIN; }" :: "r"(address(&met)), "r"(i & 1) : "memory");
    mine += s[i & 1][(t + 1) % 96];
  }
  data[blockIdx.x * 96 + t] = mine;
}
