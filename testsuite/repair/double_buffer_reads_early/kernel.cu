//--blockDim=64 --gridDim=4 --double-buffer
// a stencil in time reads what the iteration before has left: the other copy would not have it
// expect: verified
// expect-repair: unchanged; cost 20 -> 20

__global__ void relax(float *v, int steps) {
  __shared__ float s[64];
  int t = threadIdx.x;
  for (int i = 0; i < steps; i++) {
    if (i == 0) s[t] = v[blockIdx.x * 64 + t];
    __syncthreads();
    float x = s[t] + s[(t + 1) % 64];
    __syncthreads();
    s[t] = x / 2;
  }
}
