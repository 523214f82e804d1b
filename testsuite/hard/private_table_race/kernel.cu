//--blockDim=64 --gridDim=16
// expect: confirmed race
// stages: verify
// Racy twin of private_table: the places of a thread are 1000 apart, so that place 1 of thread 24 of
// the first block is place 0 of a thread of the last one.
__global__ void deal(float *card, int rounds) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  int place[24];
  for (int k = 0; k < 24; k++) place[k] = id + 1000 * k;
  for (int k = 23; k >= 0; k--) card[place[k]] = (float)k;
}
