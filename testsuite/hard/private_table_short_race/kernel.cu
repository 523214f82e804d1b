//--blockDim=64 --gridDim=16
// expect: race
// stages: verify
// Racy twin of private_table: the last place is never filled, so that threads may write anywhere.
__global__ void deal(float *card, int rounds) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  int place[24];
  for (int k = 0; k < 23; k++) place[k] = id + 1024 * k;
  for (int k = 23; k >= 0; k--) card[place[k]] = (float)(id + k);
}
