//--blockDim=64 --gridDim=4
// Each vertex is set to the root of its tree while others are still on their way up. A run shows it
// where parents are a forest: with arbitrary ones no thread comes to an end.
// expect: confirmed race at line 10, 12

__global__ void compress(int *parent, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < n) {
    int p = v;
    while (parent[p] != p)
      p = parent[p];
    parent[v] = p;
  }
}
