//--blockDim=32 --gridDim=1
// an atomic operation on a counter that lies across two words
// expect: confirmed misaligned at line 7

__global__ void count(unsigned char *bytes) {
  int *counter = reinterpret_cast<int *>(bytes + 6);
  atomicAdd(counter, 1);
}
