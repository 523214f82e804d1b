//--blockDim=[16,16] --gridDim=[*,*]
// sufficient: N >= 16 * gridDim.x
// stages: verify
// No thread is kept out of what the last block lacks: it writes into the next row. Nothing hangs on the loop.
__global__ void naive_product(const float *A, const float *B, float *C, int M, int N, int K, float alpha, float beta)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < K; ++k)
        sum += A[row * K + k] * B[k * N + col];
    C[row * N + col] = alpha * sum + beta * C[row * N + col];
}
