//--blockDim=[16,16] --gridDim=1 --check-array-bounds
// transposed access to a tile that is not square
// expect: bounds at line 7

__global__ void tile(float *v) {
  __shared__ float s[8][16];
  s[threadIdx.x][threadIdx.y] = v[threadIdx.x];
}
