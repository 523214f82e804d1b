//--blockDim=64 --gridDim=1
// after the end of the input the copy writes zeros and reads nothing
// expect: verified

__global__ void stage(const int *in, int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
               :: "r"((unsigned)__cvta_generic_to_shared(&s[t])), "l"(in + t), "r"(t < n ? 4 : 0));
  asm volatile("cp.async.wait_all;");
  __syncthreads();
  out[t] = s[63 - t];
}
