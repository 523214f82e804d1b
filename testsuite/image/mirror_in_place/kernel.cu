//--blockDim=64 --gridDim=8
// each row is mirrored in place by half of the threads
// expect: verified
// expect-repair: unchanged; cost 0 -> 0

__global__ void mirror(uchar4 *image) {
  int row = blockIdx.x * 128;
  uchar4 a = image[row + threadIdx.x];
  image[row + threadIdx.x] = image[row + 127 - threadIdx.x];
  image[row + 127 - threadIdx.x] = a;
}
