//--blockDim=128 --gridDim=8
// each row is mirrored in place by all threads
// expect: race
// expect-repair: repaired; add block; cost 0 -> 1

__global__ void mirror(int *image) {
  int row = blockIdx.x * 128;
  int a = image[row + 127 - threadIdx.x];
  image[row + threadIdx.x] = a;
}
