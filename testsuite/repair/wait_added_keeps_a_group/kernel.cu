//--blockDim=64 --gridDim=1
// the first tile is read while the second one may still come: a wait leaves one group under way
// expect: race
// expect-repair: repaired; wait block before line 18

__device__ void copy(int *to, const int *from) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;"
               :: "r"((unsigned)__cvta_generic_to_shared(to)), "l"(from));
}

__global__ void mirror(const int *in, int *out) {
  __shared__ int s[2][64];
  int t = threadIdx.x;
  copy(&s[0][t], &in[t]);
  asm volatile("cp.async.commit_group;");
  copy(&s[1][t], &in[64 + t]);
  asm volatile("cp.async.commit_group;");
  __syncthreads();
  out[t] = s[0][63 - t];
}
