//--blockDim=[4,4,4] --gridDim=[2,2,2]
// all three dimensions in blocks and grid
// expect: verified

__global__ void volume(int *v) {
  int x = blockIdx.x * 4 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
  int z = blockIdx.z * 4 + threadIdx.z;
  v[(z * 8 + y) * 8 + x] = x + y + z;
}
