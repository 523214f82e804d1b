//--blockDim=64 --gridDim=4
// Vertices push their values to their neighbours, but not by an atomic maximum. A run shows it where
// rows are short, as those of a graph.
// expect: confirmed race at line 10

__global__ void push(const int *first, const int *neighbour, int *best, const int *value, int n) {
  int v = threadIdx.x + blockIdx.x * blockDim.x;
  if (v < n)
    for (int j = first[v]; j < first[v + 1]; j++)
      best[neighbour[j]] = max(best[neighbour[j]], value[v]);
}
