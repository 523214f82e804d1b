//--blockDim=64 --gridDim=4
// expect: race at line 7, 8
// stages: verify
// What is read before the compare-and-swap also decides where a thread writes, whether it is swapped or not.
__global__ void claim(int *next, int *owner)
{
    int slot = *next;
    atomicCAS(next, slot, slot + 1);
    atomicAdd(&owner[slot], 1);
}
