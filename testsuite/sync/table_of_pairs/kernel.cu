//--blockDim=64 --gridDim=4
// keys and values side by side: what is stored in a value leaves all keys as they are
// expect: verified

struct Pair { unsigned key; int value; };
__global__ void insert(Pair *table, const unsigned *keys, unsigned mask) {
  int t = blockIdx.x * 64 + threadIdx.x;
  unsigned mine = keys[t] | 1, place = mine & mask, tries = 0;
  while (tries++ <= mask) {
    unsigned there = atomicCAS(&table[place].key, 0, mine);
    if (there == 0) table[place].value = t;
    if (there == 0 || there == mine) return;
    place = (place + 1) & mask;
  }
}
