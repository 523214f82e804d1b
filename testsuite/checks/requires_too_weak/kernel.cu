//--blockDim=64 --gridDim=4
// the precondition leaves an overlap of one element
// expect: race at line 8
// expect-repair: unrepairable

__global__ void pitch(int *v, int pitch) {
  __requires(pitch >= 63 && pitch < 1000);
  v[blockIdx.x * pitch + threadIdx.x] = blockIdx.x;
}
