//--blockDim=32 --gridDim=1 --check=misaligned
// memcpy demands nothing of its pointers
// expect: verified

__global__ void numbers(int *out, const unsigned char *packet) {
  int number;
  memcpy(&number, packet + 2 + 4 * threadIdx.x, sizeof number);
  out[threadIdx.x] = number;
}
