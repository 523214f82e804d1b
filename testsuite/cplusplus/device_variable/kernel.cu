//--blockDim=64 --gridDim=4
// a counter in a __device__ variable without an atomic
// expect: race at line 10
// expect-repair: unrepairable

__device__ int counter;

__global__ void count(const int *in) {
  int i = blockIdx.x * 64 + threadIdx.x;
  counter = in[i];
}
