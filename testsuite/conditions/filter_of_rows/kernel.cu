//--blockDim=[16,16] --gridDim=[*,*]
// sufficient: columns >= 16 * gridDim.x
// stages: verify
// Two loops that leave early and go on, neither of which decides where the sum is stored.
__global__ void filter_of_rows(float *out, const float *in, const float *weights, int rows, int columns, int radius)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int dy = -radius; dy <= radius; ++dy) {
        if (y + dy >= rows)
            break;
        for (int dx = -radius; dx <= radius; ++dx) {
            if (x + dx < 0 || x + dx >= columns)
                continue;
            sum += in[(y + dy) * columns + x + dx] * weights[dy * radius + dx];
        }
    }
    out[y * columns + x] = sum;
}
