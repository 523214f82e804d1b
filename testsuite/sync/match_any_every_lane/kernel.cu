//--blockDim=32 --gridDim=1
// every lane writes its key's cell, also where others have that key
// expect: race at line 9

__global__ void once(const int *keys, int *cells) {
  int t = threadIdx.x;
  int key = keys[t];
  unsigned same = __match_any_sync(0xffffffff, key);
  if (same) cells[key] = t;
}
