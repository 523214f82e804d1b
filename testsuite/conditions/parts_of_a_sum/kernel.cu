//--blockDim=64
// sufficient: gridDim.y == 1
// stages: verify
// Only the loop, on which no index depends, tells blocks along y apart.
__global__ void parts_of_a_sum(float *out, const float *in, int n)
{
    float sum = 0;
    for (int i = 0; i < n; ++i)
        sum += in[i * gridDim.y + blockIdx.y] * threadIdx.x;
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
