//--blockDim=128 --gridDim=75
// expect: verified
// stages: verify
// Grid stride of 9600 (no power of two) up to 40000, and a second loop that advances a pointer by
// the number of walkers: cell t*40000 + i. The user's invariant i % step == tid is a remainder by a
// constant of a closed form.
struct Dice { unsigned s[5]; int spare; float left; };
__global__ void walk(float *track, Dice *dice, unsigned walkers, unsigned steps) {
  __requires(walkers == 40000); __requires(steps == 61);
  unsigned tid = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned step = gridDim.x * blockDim.x;
  Dice mine = dice[tid];
  for (unsigned i = tid; __global_invariant(i % step == tid), i < walkers; i += step) {
    float *out = track + i;
    for (unsigned t = 0; t < steps; t++, out += walkers) {
      mine.s[0] = mine.s[0] * 69069u + mine.s[4];
      *out = (float)mine.s[0];
    }
  }
}
