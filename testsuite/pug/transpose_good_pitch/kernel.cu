//--blockDim=[8,8] --gridDim=[2,2]
// the assumption that the counterexample reveals makes it safe
// expect: verified

__global__ void transpose(const float *in, float *out, int pitch) {
  __requires(pitch >= 16 && pitch <= 4096);
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  out[x * pitch + y] = in[y * pitch + x];
}
