//--blockDim=128 --gridDim=8
// As padded_tree_of_flags, but the last sum goes up while another thread sets its place to zero.
// stages: verify
// expect: confirmed race at line 17, 20

#define AT(i) ((i) + ((i) >> 5))
__global__ void places(const int *in, int *out) {
  __shared__ int sum[AT(256)];
  int t = threadIdx.x, stride = 1;
  const int *block = in + blockIdx.x * 256;
  sum[AT(2 * t)] = block[2 * t] < 0;
  sum[AT(2 * t + 1)] = block[2 * t + 1] < 0;
  for (int pairs = 128; pairs > 0; pairs /= 2, stride *= 2) {
    __syncthreads();
    if (t < pairs) {
      int left = stride * (2 * t + 1) - 1, right = left + stride;
      sum[AT(right)] += sum[AT(left)];
    }
  }
  if (t == 1) sum[AT(255)] = 0;
  for (int pairs = 1; pairs < 256; pairs *= 2) {
    stride /= 2;
    __syncthreads();
    if (t < pairs) {
      int left = stride * (2 * t + 1) - 1, right = left + stride, kept = sum[AT(left)];
      sum[AT(left)] = sum[AT(right)];
      sum[AT(right)] += kept;
    }
  }
  __syncthreads();
  out[blockIdx.x * 256 + t] = sum[AT(255 - t)];
}
