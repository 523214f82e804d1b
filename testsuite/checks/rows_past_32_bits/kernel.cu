// expect: verified
//--blockDim=256 --gridDim=65535
// Offsets pass 2^32: cut to 32 bits, rows that are 32768 apart would be one.
__global__ void rows_past_32_bits(float *out)
{
    size_t row = (size_t)blockIdx.x * 131072;
    out[row + threadIdx.x] = 1;
}
