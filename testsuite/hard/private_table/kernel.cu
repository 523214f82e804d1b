//--blockDim=64 --gridDim=16
// expect: verified
// stages: verify
// A private table of 24 places is filled in one loop and used in the next: that place[k] == id +
// 1024*k is a fact about the contents of an array after more than eight iterations.
__global__ void deal(float *card, int rounds) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  int place[24];
  for (int k = 0; k < 24; k++) place[k] = id + 1024 * k;
  for (int k = 23; k >= 0; k--) card[place[k]] = (float)k;
}
