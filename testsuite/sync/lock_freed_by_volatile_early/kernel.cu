//--blockDim=32 --gridDim=8
// expect: race at line 11
// Without a fence before it, the store that frees the lock may be seen before what the lock protects.
__global__ void lock_freed_by_volatile_early(volatile int *lock, int *total, const int *in)
{
    if (threadIdx.x != 0)
        return;
    while (atomicCAS((int *)lock, 0, 1) != 0)
        ;
    __threadfence();
    total[0] += in[blockIdx.x];
    *lock = 0;
}
