//--blockDim=64 --gridDim=4
// scattered contributions with atomics
// expect: verified
// expect-repair: unchanged

__global__ void scatter(const float *in, float *out, const float *weight) {
  int i = blockIdx.x * 64 + threadIdx.x;
  for (int k = 0; k < 5; ++k)
    atomicAdd(&out[i + k], weight[k] * in[i]);
}
