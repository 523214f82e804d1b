//--blockDim=64 --gridDim=1 --check=default,bounds
// that keys stay within the row of a warp is not taken where it is the question
// expect: confirmed bounds at line 7

__global__ void bins(const unsigned *key, unsigned *out) {
  __shared__ unsigned bins[2][64];
  atomicAdd(&bins[threadIdx.x / 32][key[threadIdx.x]], 1);
}
