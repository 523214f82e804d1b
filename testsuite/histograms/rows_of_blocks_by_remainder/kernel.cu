//--blockDim=128 --gridDim=16
// each block counts in a row of its own; the remainder of a negative key is in another one's
// expect: conditional
// stages: verify

__global__ void count(const int *keys, int *rows) {
  int key = keys[blockIdx.x * 128 + threadIdx.x];
  atomicAdd_block(&rows[blockIdx.x * 64 + key % 64], 1);
}
