//--blockDim=96 --gridDim=1
// the third warp sets the counter anew between two counts of the others, from a branch that stands before theirs: results repeat
// expect: confirmed race at line 16
// stages: verify

__global__ void f(int *g, unsigned *c) {
  if (threadIdx.x >= 64) {
    asm volatile("bar.sync 1, 96;" ::: "memory");
    if (threadIdx.x == 64) c[0] = 0;
    asm volatile("bar.sync 2, 96;" ::: "memory");
  } else {
    unsigned p = atomicAdd(c, 1);
    asm volatile("bar.sync 1, 96;" ::: "memory");
    asm volatile("bar.sync 2, 96;" ::: "memory");
    unsigned q = atomicAdd(c, 1);
    if (p == q) g[0] = threadIdx.x;
  }
}
