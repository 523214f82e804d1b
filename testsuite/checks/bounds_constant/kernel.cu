//--blockDim=64 --gridDim=1
// one weight too many is read from constant memory
// expect: confirmed bounds at line 11
// expect-repair: not-applicable

__constant__ float weights[5];

__global__ void blur(const float *v, float *out) {
  float sum = 0;
  for (int k = 0; k <= 5; ++k)
    sum += weights[k] * v[threadIdx.x + k];
  out[threadIdx.x] = sum;
}
