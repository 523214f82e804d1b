//--blockDim=32 --gridDim=8
// expect: verified
// A store through a volatile pointer is, on the hardware, a relaxed atomic one: it frees the lock, behind a fence.
__global__ void lock_freed_by_volatile(volatile int *lock, int *total, const int *in)
{
    if (threadIdx.x != 0)
        return;
    while (atomicCAS((int *)lock, 0, 1) != 0)
        ;
    __threadfence();
    total[0] += in[blockIdx.x];
    __threadfence();
    *lock = 0;
}
