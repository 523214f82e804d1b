//--blockDim=64 --gridDim=4
// a table of arrays: the lock of a bucket guards a row of keys, in which so many are looked at as memory says
// expect: verified
// stages: verify

struct Table {
  int lock[16], used[16];
  unsigned key[16][8];
};

__global__ void insert(const unsigned *keys, Table *table, int *dropped) {
  unsigned key = keys[blockIdx.x * 64 + threadIdx.x], bucket = key % 16;
  bool done = false;
  while (!done) {
    if (atomicCAS(&table->lock[bucket], 0, 1) == 0) {
      __threadfence();
      int count = table->used[bucket], i = 0;
      while (i < count && table->key[bucket][i] != key) ++i;
      if (i == count && count < 8) {
        table->key[bucket][count] = key;
        table->used[bucket] = count + 1;
      } else if (i == count) {
        atomicAdd(dropped, 1);
      }
      __threadfence();
      atomicExch(&table->lock[bucket], 0);
      done = true;
    }
  }
}
