//--blockDim=128 --gridDim=75
// expect: race
// stages: verify
// Racy twin of walkers_stride: the pointer advances by one less than the number of walkers: cell
// 39999 is that of walker 39999 at step 0 and of walker 0 at step 1.
__global__ void walk(float *track, unsigned walkers, unsigned steps) {
  __requires(walkers == 40000); __requires(steps == 61);
  unsigned tid = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned step = gridDim.x * blockDim.x;
  for (unsigned i = tid; i < walkers; i += step) {
    float *out = track + i;
    for (unsigned t = 0; t < steps; t++, out += walkers - 1)
      *out = (float)(i * t + i);
  }
}
