//--blockDim=64 --gridDim=4
// scattered contributions instead of gathered ones: one grid barrier an iteration keeps them apart
// expect: race at line 9
// expect-repair: repaired; add grid; cost 0 -> 22

__global__ void scatter(const float *in, float *out, const float *weight) {
  int i = blockIdx.x * 64 + threadIdx.x;
  for (int k = 0; k < 5; ++k)
    out[i + k] += weight[k] * in[i];
}
