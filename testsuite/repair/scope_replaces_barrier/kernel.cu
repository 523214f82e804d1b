//--blockDim=64 --gridDim=3
// Once the operation is for all blocks, nothing is left that the barrier has to order
// expect: race at line 11
// expect-repair: repaired; strengthen device at line 11; remove block at line 9

__global__ void tickets(unsigned *next, unsigned *drawn)
{
    unsigned mine = blockIdx.x * blockDim.x + threadIdx.x;
    __syncthreads();
    if (mine % 2 == 0)
        drawn[mine] = atomicAdd_block(next, 1);
}
