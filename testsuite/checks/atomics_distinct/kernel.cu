//--blockDim=64 --gridDim=4
// tickets of an atomic increment are all different
// expect: verified

__global__ void ticket(int *next, int *out) {
  int k = atomicAdd(next, 1);
  out[k] = threadIdx.x;
}
