//--blockDim=64 --gridDim=4
// a grid barrier orders what the scope leaves out
// expect: race at line 7, 9
// expect-repair: repaired; add grid; cost 0 -> 13

__global__ void turns(int *total) {
  if (blockIdx.x == 0) atomicAdd_block(total, 1);
  if (blockIdx.x == 1)
    atomicAdd_block(total, 2);
}
