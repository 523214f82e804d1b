//--blockDim=64 --gridDim=*
// where the run of each key begins and ends, of keys that the caller has sorted
// expect: conditional
// stages: verify

__global__ void runs(int *begin, int *end, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (i == 0 || key[i] != key[i - 1]) {
    begin[key[i]] = i;
    if (i > 0) end[key[i - 1]] = i;
  }
  if (i == n - 1) end[key[i]] = n;
}
