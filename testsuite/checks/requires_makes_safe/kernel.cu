//--blockDim=64 --gridDim=4
// the precondition keeps the blocks apart
// expect: verified

__global__ void pitch(int *v, int pitch) {
  __requires(pitch >= 64 && pitch < 1000);
  v[blockIdx.x * pitch + threadIdx.x] = blockIdx.x;
}
