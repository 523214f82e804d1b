//--blockDim=256 --gridDim=*
// sufficient: 1
// stages: verify
// A block for each row: rows meet where blockIdx.x * columns wraps around, and nowhere else.
__global__ void centred_rows(float *out, const float *in, int columns)
{
    __shared__ float mean;
    float sum = 0;
    for (int i = threadIdx.x; i < columns; i += blockDim.x)
        sum += in[blockIdx.x * columns + i];
    if (threadIdx.x == 0)
        mean = sum / columns;
    __syncthreads();
    for (int i = threadIdx.x; i < columns; i += blockDim.x)
        out[blockIdx.x * columns + i] = in[blockIdx.x * columns + i] - mean;
}
