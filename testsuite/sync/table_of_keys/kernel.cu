//--blockDim=64 --gridDim=4
// sufficient: 1
// stages: verify
// whose compare-and-swap finds a free place has it for himself, unless a key is what stands for free

__global__ void insert(unsigned *key, int *value, const unsigned *keys, unsigned mask) {
  int t = blockIdx.x * 64 + threadIdx.x;
  unsigned mine = keys[t], place = mine * 40503u & mask, tries = 0;
  while (tries++ <= mask) {
    unsigned there = atomicCAS(&key[place], 0xffffffffu, mine);
    if (there == 0xffffffffu) value[place] = t;
    if (there == 0xffffffffu || there == mine) return;
    place = (place + 1) & mask;
  }
}
