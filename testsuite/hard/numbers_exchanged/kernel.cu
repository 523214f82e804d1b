//--blockDim=* --gridDim=*
// sufficient: C >= 0
// stages: verify
// i / C is below N where i is below N * C, so that it may be the lower digit.
__global__ void numbers_exchanged(float *out, const float *in, int N, int C)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N * C)
        out[i % C * N + i / C] = in[i];
}
