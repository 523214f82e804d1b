//--blockDim=* --gridDim=*
// sufficient: stride > 0 && (stride & (stride - 1)) == 0
// stages: verify
// A butterfly finds its pair by a mask of the stride.
__global__ void walsh_step(float *data, int stride)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int low = t & (stride - 1);
    int first = 2 * (t - low) + low, second = first + stride;
    float a = data[first], b = data[second];
    data[first] = a + b;
    data[second] = a - b;
}
