//--blockDim=64 --gridDim=4
// expect: verified
// The sum of doubles as CUDA's programming guide makes it: the plain read before the loop is only what
// the compare-and-swap compares with, so that a stale value costs a round and no more.
__device__ double add(double *address, double value)
{
    unsigned long long *word = (unsigned long long *)address;
    unsigned long long old = *word, assumed;
    do {
        assumed = old;
        old = atomicCAS(word, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}

__global__ void sum(double *total, const double *values)
{
    add(total, values[blockIdx.x * blockDim.x + threadIdx.x]);
}
