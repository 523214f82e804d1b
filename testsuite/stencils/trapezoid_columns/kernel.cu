//--blockDim=256 --gridDim=463
// expect: verified
// stages: verify
// Each block computes some steps on a tile of 256 columns that shrinks by two a step, so that a block
// is left with 256 - 2 * steps columns of its own: a pitch that is no constant.
__global__ void trapezoid(int *out, int steps, int border)
{
    __requires(steps >= 1 && steps <= 100);
    int column = (256 - steps * 2) * blockIdx.x - border + threadIdx.x;
    bool computed;
    for (int i = 0; i < steps; i++) {
        computed = threadIdx.x >= i + 1 && threadIdx.x <= 254 - i;
        if (i == steps - 1)
            break;
        __syncthreads();
    }
    if (computed)
        out[column] = threadIdx.x;
}
