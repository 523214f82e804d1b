//--blockDim=64 --gridDim=1
// two groups may be under way, of which one is the tile that is read
// expect: race at line 7, 22
// expect-repair: repaired; strengthen block at line 20; cost 20 -> 20

__device__ void copy(int *to, const int *from) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;"
               :: "r"((unsigned)__cvta_generic_to_shared(to)), "l"(from));
}
__device__ void commit() { asm volatile("cp.async.commit_group;"); }

__global__ void tiles(const int *in, int *out, int n) {
  __shared__ int s[2][64];
  int t = threadIdx.x;
  copy(&s[0][t], &in[t]);
  commit();
  for (int i = 0; i < n; ++i) {
    if (i + 1 < n) copy(&s[(i + 1) % 2][t], &in[(i + 1) * 64 + t]);
    commit();
    asm volatile("cp.async.wait_group 2;");
    __syncthreads();
    out[i * 64 + t] = s[i % 2][63 - t];
    __syncthreads();
  }
}
