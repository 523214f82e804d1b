//--blockDim=[16,16] --gridDim=[4,4]
// the tile is not transposed
// expect: confirmed postcondition at line 8
// stages: verify

__global__ void transpose(int *out, const int *in) {
  __shared__ int tile[16][17];
  __ensures(__forall(i, 0, 64 * 64, out[i] == in[i % 64 * 64 + i / 64]));
  tile[threadIdx.y][threadIdx.x] = in[(blockIdx.y * 16 + threadIdx.y) * 64 + blockIdx.x * 16 + threadIdx.x];
  __syncthreads();
  out[(blockIdx.x * 16 + threadIdx.y) * 64 + blockIdx.y * 16 + threadIdx.x] = tile[threadIdx.y][threadIdx.x];
}
