//--blockDim=[8,8] --gridDim=[2,2]
// each tile is transposed, and stays where it was
// expect: confirmed postcondition at line 12, 16
// stages: verify

void transpose_in_turn(int *out, const int *in) {
  for (int y = 0; y < 16; ++y)
    for (int x = 0; x < 16; ++x) out[x * 16 + y] = in[y * 16 + x];
}
__global__ void transpose(int *out, const int *in) {
  __shared__ int tile[8][9];
  __equivalent_to(transpose_in_turn);
  int x = blockIdx.x * 8, y = blockIdx.y * 8;
  tile[threadIdx.y][threadIdx.x] = in[(y + threadIdx.y) * 16 + x + threadIdx.x];
  __syncthreads();
  out[(y + threadIdx.y) * 16 + x + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
