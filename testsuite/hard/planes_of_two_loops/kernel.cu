//--blockDim=256 --gridDim=256
// expect: verified
// stages: verify
// A pointer goes on from plane to plane in two loops: it has a closed form in the outer one, too.
__global__ void planes_of_two_loops(float *out, const float *in)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    float *p = out + i;
    for (int r = 0; r < 20; ++r)
        for (int c = 0; c < 30; ++c) {
            *p = in[i];
            p += 65536;
        }
}
