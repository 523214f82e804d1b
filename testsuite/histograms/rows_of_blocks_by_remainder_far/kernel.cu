//--blockDim=128 --gridDim=16
// a remainder of 64 is in the next block's row
// expect: confirmed race at line 8
// stages: verify

__global__ void count(const int *keys, int *rows) {
  int key = keys[blockIdx.x * 128 + threadIdx.x];
  atomicAdd_block(&rows[blockIdx.x * 64 + key % 65], 1);
}
