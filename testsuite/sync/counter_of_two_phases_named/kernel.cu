//--blockDim=96 --gridDim=1
// nobody sets the counter anew: no result comes twice
// expect: verified
// stages: verify

__global__ void f(int *g, unsigned *c) {
  if (threadIdx.x >= 64) {
    asm volatile("bar.sync 1, 96;" ::: "memory");
    asm volatile("bar.sync 2, 96;" ::: "memory");
  } else {
    unsigned p = atomicAdd(c, 1);
    asm volatile("bar.sync 1, 96;" ::: "memory");
    asm volatile("bar.sync 2, 96;" ::: "memory");
    unsigned q = atomicAdd(c, 1);
    if (p == q) g[0] = threadIdx.x;
  }
}
