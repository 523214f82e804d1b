//--blockDim=128 --gridDim=8
// places are distinct, but two threads have one
// expect: race at line 8

__global__ void permute(const int *place, const float *in, float *out) {
  __requires_distinct(place);
  int row = blockIdx.x * 128 + threadIdx.x;
  out[place[row / 2]] = in[row];
}
