//--blockDim=64 --gridDim=4
// the first thread frees a place, which several may find so
// expect: race at line 10

struct Pair { unsigned key; int value; };
__global__ void insert(Pair *table, const unsigned *keys, unsigned mask) {
  int t = blockIdx.x * 64 + threadIdx.x;
  unsigned mine = keys[t] | 1, place = mine & mask;
  unsigned there = atomicCAS(&table[place].key, 0, mine);
  if (there == 0) table[place].value = t;
  if (t == 0) atomicExch(&table[0].key, 0);
}
