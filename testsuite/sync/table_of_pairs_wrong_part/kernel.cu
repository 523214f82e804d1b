//--blockDim=64 --gridDim=4
// the value is stored in the part of the next place's key
// expect: race at line 10

struct Pair { unsigned key; int value; };
__global__ void insert(Pair *table, const unsigned *keys, unsigned mask) {
  int t = blockIdx.x * 64 + threadIdx.x;
  unsigned mine = keys[t] | 1, place = mine & mask;
  unsigned there = atomicCAS(&table[place].key, 0, mine);
  if (there == 0) table[place + 1].key = t;
}
