//--blockDim=64 --gridDim=2
// a function finds no row behind the last one, which its caller does not ask
// expect: null-pointer at line 10
// expect-repair: not-applicable

__device__ int *row(int *image, int y, int rows) { return y < rows ? image + y * 64 : nullptr; }

__global__ void below(int *image) {
  int *mine = row(image, blockIdx.x + 1, 2);
  mine[threadIdx.x] = 0;
}
