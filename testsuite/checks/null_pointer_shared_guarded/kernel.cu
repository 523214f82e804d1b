//--blockDim=64 --gridDim=1
// only threads of the first warp have a place in shared memory, and only they use it
// expect: verified

__global__ void places(int *out) {
  __shared__ int tile[32];
  int *place = threadIdx.x < 32 ? &tile[threadIdx.x] : nullptr;
  if (threadIdx.x < 32)
    *place = out[threadIdx.x];
}
