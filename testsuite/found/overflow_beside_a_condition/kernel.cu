//--blockDim=64 --gridDim=*
// expect: race at line 8; race at line 9
// stages: verify
// A condition was found for the first race, and the second one, which is there in every launch of several blocks, was
// left out with all arithmetic that wraps around.
__global__ void overflow_beside_a_condition(int *a, int *out, int n)
{
    a[threadIdx.x % n] = threadIdx.x;
    out[blockIdx.x * 0x10000000u + threadIdx.x] = blockIdx.x;
}
