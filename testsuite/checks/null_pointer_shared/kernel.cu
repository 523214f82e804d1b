//--blockDim=64 --gridDim=1
// only threads of the first warp have a place in shared memory
// expect: null-pointer at line 9
// expect-repair: not-applicable

__global__ void places(int *out) {
  __shared__ int tile[32];
  int *place = threadIdx.x < 32 ? &tile[threadIdx.x] : nullptr;
  *place = out[threadIdx.x];
}
