//--blockDim=64 --gridDim=4
// expect: verified
// stages: verify
// a := a + b; b := a - b thirty times: a sum that shares both arguments, as a tree of 2^30 leaves.
#define STEP a = a + b; b = a - b;
#define STEP5 STEP STEP STEP STEP STEP
__global__ void spread(float *cell) {
  unsigned a = threadIdx.x, b = blockIdx.x;
  STEP5 STEP5 STEP5 STEP5 STEP5 STEP5
  cell[a] = (float)threadIdx.x;
}
