//--blockDim=64 --gridDim=4
// atomics of block scope on one cell: those of two blocks are not atomic with each other
// expect: confirmed race at line 7
// expect-repair: repaired; strengthen device at line 7

__global__ void count(int *total) {
  atomicAdd_block(&total[0], 1);
}
