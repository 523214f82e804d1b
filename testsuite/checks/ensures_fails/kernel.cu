//--blockDim=64 --gridDim=4
// a function that does not keep its contract
// expect: postcondition

__device__ int clampToBlock(int x) {
  __ensures(__return_val_int() < 64);
  return x & 127;
}

__global__ void contract(int *v, const int *in) {
  v[blockIdx.x * 64 + threadIdx.x] = clampToBlock(in[threadIdx.x]);
}
