//--blockDim=[8,8] --gridDim=[2,2]
// transposition whose pitch is a parameter: rows may overlap
// expect: race at line 8
// expect-repair: unrepairable

__global__ void transpose(const float *in, float *out, int pitch) {
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  out[x * pitch + y] = in[y * pitch + x];
}
