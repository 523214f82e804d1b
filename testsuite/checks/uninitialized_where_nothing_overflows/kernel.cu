//--blockDim=64 --gridDim=* --check=default,uninitialized
// expect: undecided
// stages: verify
// Races need columns to be so many that a product wraps around; whether the part of the tile that is
// read has been written is open, and so is the verdict.
__global__ void part_of_a_tile(int *out, const int *in, int columns, int filled)
{
    __shared__ int tile[64];
    if (threadIdx.x < filled)
        tile[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    for (int i = threadIdx.x; i < columns; i += 64)
        out[blockIdx.x * columns + i] = tile[threadIdx.x & (filled - 1)] + blockIdx.x;
}
