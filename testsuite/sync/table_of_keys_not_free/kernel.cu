//--blockDim=64 --gridDim=4
// the same with keys of which each thread leaves out what stands for free
// expect: verified

__global__ void insert(unsigned *key, int *value, const unsigned *keys, unsigned mask) {
  int t = blockIdx.x * 64 + threadIdx.x;
  unsigned mine = keys[t], place = mine * 40503u & mask, tries = 0;
  if (mine == 0xffffffffu) return;
  while (tries++ <= mask) {
    unsigned there = atomicCAS(&key[place], 0xffffffffu, mine);
    if (there == 0xffffffffu) value[place] = t;
    if (there == 0xffffffffu || there == mine) return;
    place = (place + 1) & mask;
  }
}
