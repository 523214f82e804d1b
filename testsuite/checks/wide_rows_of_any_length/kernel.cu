// expect: verified
//--blockDim=* --gridDim=*
// A row for each block, of any length: 64 bits hold every product of two numbers of 32.
__global__ void wide_rows_of_any_length(float *out, int columns)
{
    if ((int)threadIdx.x < columns) {
        size_t i = (size_t)blockIdx.x * columns + threadIdx.x;
        out[i] = 2 * out[i];
    }
}
