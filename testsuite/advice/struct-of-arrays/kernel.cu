//--blockDim=64 --gridDim=2
// expect: verified
// expect-advice: none
// The remedy for structs: an array for each field.
__global__ void move(float *x, const float *mass, float dx) {
  int t = blockIdx.x * 64 + threadIdx.x;
  x[t] += dx * mass[t];
}
