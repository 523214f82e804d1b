//--blockDim=1 --gridDim=3
// block 0 sets the counter anew between the counts of the others: both may get 0
// expect: race
// stages: verify

__global__ void f(int *x, int *c, int *fa, int *fb) {
  if (blockIdx.x == 0) {
    while (atomicAdd(fa, 0) != 1) ;
    __threadfence();
    c[0] = 0;
    __threadfence();
    atomicExch(fb, 1);
  } else if (blockIdx.x == 1) {
    int p = atomicAdd(c, 1);
    __threadfence();
    atomicExch(fa, 1);
    x[p] = 1;
  } else {
    while (atomicAdd(fb, 0) != 1) ;
    __threadfence();
    int q = atomicAdd(c, 1);
    x[q] = 2;
  }
}
