//--blockDim=256 --gridDim=463
// expect: race at line 18
// expect-repair: unrepairable
// As trapezoid_columns, but that each block keeps one column too many, at its left: the last one of the
// block before.
__global__ void trapezoid(int *out, int steps, int border)
{
    __requires(steps >= 1 && steps <= 100);
    int column = (256 - steps * 2) * blockIdx.x - border + threadIdx.x;
    bool computed;
    for (int i = 0; i < steps; i++) {
        computed = threadIdx.x >= i && threadIdx.x <= 254 - i;
        if (i == steps - 1)
            break;
        __syncthreads();
    }
    if (computed)
        out[column] = threadIdx.x;
}
