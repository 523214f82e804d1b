//--blockDim=32 --gridDim=1
// a header of two bytes before the numbers
// expect: confirmed misaligned at line 6

__global__ void numbers(int *out, const unsigned char *packet) {
  out[threadIdx.x] = *reinterpret_cast<const int *>(packet + 2 + 4 * threadIdx.x);
}
