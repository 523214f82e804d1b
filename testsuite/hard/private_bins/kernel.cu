//--blockDim=64 --gridDim=16
// expect: verified
// stages: verify
// A private array of 16 counters indexed by data in one loop, scanned in the second and read for an
// index in the third; contents reach an index, so histories are kept.
__global__ void tally(const unsigned *in, unsigned *out, int per) {
  unsigned bins[16];
  unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
  for (int b = 0; b < 16; b++) bins[b] = 0;
  for (int i = 0; i < per; i++) bins[in[i * 1024 + id] & 15] += 1;
  for (int b = 1; b < 16; b++) bins[b] += bins[b - 1];
  for (int b = 0; b < 16; b++)
    out[id * 16 + (bins[b] & 15)] = b;
}
