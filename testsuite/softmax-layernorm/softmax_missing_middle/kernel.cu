//--blockDim=64 --gridDim=16
// the maximum is read while the first threads overwrite it
// expect: race at line 10, 11
// expect-repair: repaired; add block; cost 0 -> 1

__global__ void exponentials(const float *in, float *out) {
  __shared__ float largest;
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  if (t == 0)
    largest = in[blockIdx.x * 64];
  out[i] = expf(in[i] - largest);
}
