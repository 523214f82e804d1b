//--blockDim=64 --gridDim=4
// what stands for free may be what a thread computes as its key, whatever keys there are
// expect: race at line 10

__global__ void insert(unsigned *key, int *value, const unsigned *keys, unsigned mask, unsigned salt) {
  int t = blockIdx.x * 64 + threadIdx.x;
  unsigned mine = keys[t] ^ salt, place = mine & mask, tries = 0;
  while (tries++ <= mask) {
    unsigned there = atomicCAS(&key[place], 0xffffffffu, mine);
    if (there == 0xffffffffu) value[place] = t;
    if (there == 0xffffffffu || there == mine) return;
    place = (place + 1) & mask;
  }
}
