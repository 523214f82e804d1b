//--blockDim=64 --gridDim=4
// expect: verified
// CUDA's 16-bit floats: conversions, operators and pairs of them, in shared memory too.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__global__ void blend(half *a, __nv_bfloat16 *b, half2 *c, float *f)
{
    __shared__ half row[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    row[threadIdx.x] = a[i];
    __syncthreads();
    half x = row[63 - threadIdx.x], half_way = 0.5f;
    x += half_way;
    x = __hmax(x, __float2half(0.f)) * x;
    if (x > half_way) x = hexp(x);
    b[i] = (float)x + (float)b[i];
    c[i] = __hfma2(c[i], __float2half2_rn(2.f), c[i]);
    f[i] = __half2float(x) + __bfloat162float(b[i]) * 2;
}
