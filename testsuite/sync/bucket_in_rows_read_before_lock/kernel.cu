//--blockDim=64 --gridDim=4
// whether the key is there is looked for before the lock is taken
// expect: confirmed race at line 15, 22
// stages: verify

struct Table {
  int lock[16], used[16];
  unsigned key[16][8];
};

__global__ void insert(const unsigned *keys, Table *table, int *dropped) {
  unsigned key = keys[blockIdx.x * 64 + threadIdx.x], bucket = key % 16;
  int seen = 0;
  bool done = false;
  while (seen < table->used[bucket] && table->key[bucket][seen] != key) ++seen;
  while (!done) {
    if (atomicCAS(&table->lock[bucket], 0, 1) == 0) {
      __threadfence();
      int count = table->used[bucket], i = seen;
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
