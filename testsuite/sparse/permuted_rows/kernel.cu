//--blockDim=128 --gridDim=8
// rows stored in another order: each row has a place of its own, which the precondition states
// expect: verified

__global__ void permute(const int *place, const float *in, float *out) {
  __requires_distinct(place);
  int row = blockIdx.x * 128 + threadIdx.x;
  for (int k = 0; k < 4; ++k) out[size_t(place[row]) * 4 + k] = in[row * 4 + k];
}
