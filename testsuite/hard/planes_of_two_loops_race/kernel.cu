//--blockDim=256 --gridDim=256
// expect: race
// stages: verify
// Racy twin of planes_of_two_loops: planes overlap by one element.
__global__ void planes_of_two_loops_race(float *out, const float *in)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    float *p = out + i;
    for (int r = 0; r < 20; ++r)
        for (int c = 0; c < 30; ++c) {
            *p = in[i] + r + c;
            p += 65535;
        }
}
