// sufficient: blockDim.x <= 64
// stages: verify
// a loop over rows of 64
__global__ void loop_stride(int *v) {
  for (int i = 0; i < 8; ++i) v[i * 64 + threadIdx.x] = i;
}
