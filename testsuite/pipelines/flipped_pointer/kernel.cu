//--blockDim=64 --gridDim=1
// expect: verified
// A pointer that a flag sends to one of two buffers, through nested loops: it always points to one of
// them, however often it has been flipped before.
__global__ void rounds(float *v, int outer, int inner)
{
    __shared__ float even[64], odd[64];
    float *current = even;
    bool flip = false;
    float x = v[threadIdx.x];
    for (int i = 0; i < outer; i++) {
        current[threadIdx.x] = x;
        for (int j = 0; j < inner; j++) {
            x += current[threadIdx.x];
            flip = !flip;
            current = flip ? odd : even;
            current[threadIdx.x] = x;
        }
        __syncthreads();
    }
    v[threadIdx.x] = x;
}
