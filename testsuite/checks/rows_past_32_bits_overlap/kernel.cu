// expect: race at line 8
// expect-repair: unrepairable
//--blockDim=256 --gridDim=65535
// One element of a row too many: it is the next row's first.
__global__ void rows_past_32_bits_overlap(float *out)
{
    size_t row = (size_t)blockIdx.x * 255 * 131072;
    out[row + (size_t)threadIdx.x * 131072] = 1 + threadIdx.x;
}
