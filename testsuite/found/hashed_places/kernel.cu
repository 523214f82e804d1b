//--blockDim=1024 --gridDim=1024
// expect: verified
// The hash takes no two threads to the same place: each of its steps can be undone.

__global__ void scatter(unsigned *out) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  x ^= x >> 16;
  x *= 0x85ebca6bu;
  x ^= x >> 13;
  x *= 0xc2b2ae35u;
  x ^= x >> 16;
  out[x] = threadIdx.x;
}
