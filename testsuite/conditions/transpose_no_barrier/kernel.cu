//--gridDim=[*,*]
// sufficient: blockDim.x <= 8 && blockDim.y == 1 && gridDim.y <= 32
// stages: verify
// A barrier is missing, which hardly any launch can do without.
__global__ void transpose_no_barrier(const float *in, float *out)
{
    __shared__ float tile[32][33];
    unsigned x = blockIdx.x * 32 + threadIdx.x;
    unsigned y = blockIdx.y * 32 + threadIdx.y;
    for (unsigned j = 0; j < 32; j += 8)
        tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * 128 + x];
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (unsigned j = 0; j < 32; j += 8)
        out[(y + j) * 128 + x] = tile[threadIdx.x][threadIdx.y + j];
}
