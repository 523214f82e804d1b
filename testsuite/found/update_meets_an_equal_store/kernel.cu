//--blockDim=2 --gridDim=1
// An update that may leave what another thread stores: the two are one race, which a barrier between them ends
// expect: race at line 8, 9
// expect-repair: repaired; add block before line 9; cost 0 -> 1

__global__ void count_and_reset(int *counts)
{
    counts[threadIdx.x]++;
    counts[0] = 2;
}
