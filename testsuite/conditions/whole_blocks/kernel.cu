//--blockDim=128 --gridDim=*
// sufficient: n % 128 == 0
// stages: verify
// All threads of a block have to come to the barriers of each round: a multiple of its size is what
// people ask for. Few other n are right.
__global__ void forces(const float *in, float *out, int n) {
  __shared__ float tile[128];
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float sum = 0.0f;
    for (int base = 0; base < n; base += 128) {
      tile[threadIdx.x] = in[base + threadIdx.x];
      __syncthreads();
      for (int k = 0; k < 128; ++k)
        sum += tile[k];
      __syncthreads();
    }
    out[i] = sum;
  }
}
