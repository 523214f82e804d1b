//--blockDim=128 --gridDim=8
// all threads advance one generator
// expect: race
// expect-repair: unrepairable

__global__ void draw(unsigned *seed, unsigned *out) {
  unsigned x = *seed * 1664525u + threadIdx.x;
  *seed = x;
  out[blockIdx.x * 128 + threadIdx.x] = x;
}
