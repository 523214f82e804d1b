//--blockDim=30 --gridDim=4
// expect: verified
// stages: verify
// Each block walks round a ring of 90 cells of its own, 30 at a time: pos stays congruent to the
// thread's number modulo 30, which no bits of it show.
__global__ void walk(int *ring, int rounds) {
  int pos = threadIdx.x;
  for (int round = 0; round < rounds; ++round) {
    ring[blockIdx.x * 90 + pos] = round;
    pos += 30;
    if (pos >= 90) pos -= 90;
  }
}
