//--blockDim=64 --gridDim=4
// a function with a contract that its body keeps
// expect: verified

__device__ int clampToBlock(int x) {
  __ensures(__return_val_int() >= 0);
  __ensures(__return_val_int() < 64);
  return x & 63;
}

__global__ void contract(int *v, const int *in) {
  __shared__ int s[64];
  int k = clampToBlock(in[threadIdx.x]);
  __assert(k < 64);
  s[threadIdx.x] = k;
  v[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x];
}
