// expect: race at line 8
// expect-repair: unrepairable
//--blockDim=256 --gridDim=65535
// The product is one of 32 bits: rows that are 32768 apart are one.
__global__ void rows_cut_to_32_bits(float *out)
{
    unsigned row = blockIdx.x * 131072;
    out[row + threadIdx.x] = blockIdx.x;
}
