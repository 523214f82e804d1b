//--blockDim=64 --gridDim=4
// a cell for each block, counted by atomics of block scope
// expect: verified

__global__ void count(int *total) {
  atomicAdd_block(&total[blockIdx.x], 1);
}
