//--blockDim=30 --gridDim=4
// expect: confirmed race
// stages: verify
// Racy twin of ring_of_90: the ring has 80 cells, so that a thread comes to the cells of others.
__global__ void walk(int *ring, int rounds) {
  int pos = threadIdx.x;
  for (int round = 0; round < rounds; ++round) {
    ring[blockIdx.x * 80 + pos] = round;
    pos += 30;
    if (pos >= 80) pos -= 80;
  }
}
