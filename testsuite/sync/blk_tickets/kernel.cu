//--blockDim=64 --gridDim=4
// tickets of block scope: two blocks may draw the same one
// expect: race at line 6; race at line 7

__global__ void take(int *next, int *out) {
  int mine = atomicAdd_block(next, 1);
  out[mine] = threadIdx.x + blockIdx.x * 64;
}
