//--blockDim=64 --gridDim=1
// expect: race at line 13
// A forgotten return, as compilers only warn of: the result is arbitrary, and what follows the call is
// still checked.
__device__ float larger(float a, float b)
{
    a = a < b ? b : a;
}

__global__ void pairs(float *v)
{
    float x = larger(v[threadIdx.x], 1.0f);
    v[threadIdx.x + 1] = x;
}
