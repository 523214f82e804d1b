//--blockDim=64 --gridDim=3
// expect: verified
// stages: verify
// The bound of a loop is computed by 30 additions that share their arguments: as a tree it has 2^30
// leaves.
#define STEP a = a + b; b = a - b;
#define STEP5 STEP STEP STEP STEP STEP
__global__ void fill(float *cell, unsigned p, unsigned q) {
  unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
  for (unsigned k = id; ; k += 192) {
    unsigned a = p, b = q;
    STEP5 STEP5 STEP5 STEP5 STEP5 STEP5
    if (!(k < a) || a > 1000000) break;
    cell[k] = (float)id;
  }
}
