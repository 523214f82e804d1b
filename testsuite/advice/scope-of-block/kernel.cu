//--blockDim=64 --gridDim=4
// expect: verified
// expect-advice: narrower-scope at line 7
// Each block counts in an element of its own; what all blocks count in needs the scope of the device.
__global__ void count(int *counts, int *total, const int *in) {
  if (in[blockIdx.x * 64 + threadIdx.x] > -1) {
    atomicAdd(&counts[blockIdx.x], 1);
    atomicAdd(total, 1);
  }
}
