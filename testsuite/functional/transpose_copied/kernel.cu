//--blockDim=[16,16] --gridDim=[4,4]
// copies instead
// expect: confirmed postcondition at line 7
// stages: verify

__global__ void transpose(int *out, const int *in) {
  __ensures(__forall(i, 0, 64 * 64, out[i] == in[i % 64 * 64 + i / 64]));
  int x = blockIdx.x * 16 + threadIdx.x;
  int y = blockIdx.y * 16 + threadIdx.y;
  out[y * 64 + x] = in[y * 64 + x];
}
