//--blockDim=32 --gridDim=1
// of the lanes with one key the lowest writes the key's cell
// expect: verified

__global__ void once(const int *keys, int *cells) {
  int t = threadIdx.x;
  int key = keys[t];
  unsigned same = __match_any_sync(0xffffffff, key);
  if (t == __ffs(same) - 1) cells[key] = t;
}
