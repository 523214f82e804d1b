//--blockDim=[8,8] --gridDim=[2,2,4]
// output channels along z, tile reloaded for each input channel, second barrier missing
// expect: race at line 11, 14
// expect-repair: repaired; weaken warp at line 12; add warp loop-end line 10; cost 10 -> 5

__global__ void layer(const float *in, const float *weight, float *out, int channels) {
  __shared__ float s[8][8];
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  float sum = 0;
  for (int c = 0; c < channels; ++c) {
    s[threadIdx.y][threadIdx.x] = in[(c * 16 + y) * 16 + x];
    __syncthreads();
    for (int k = 0; k < 8; ++k)
      sum += weight[(blockIdx.z * 64 + c) * 8 + k] * s[threadIdx.y][k];
  }
  out[(blockIdx.z * 16 + y) * 16 + x] = sum;
}
