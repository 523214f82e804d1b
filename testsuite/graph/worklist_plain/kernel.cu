//--blockDim=64 --gridDim=4
// Vertices with a neighbour beyond this level go to the worklist, whose size is counted without an
// atomic operation.
// expect: confirmed race

__global__ void populate(const int *first, const int *neighbour, const int *level, int *list,
                         int *size, int now, int n) {
  int v = threadIdx.x + blockIdx.x * blockDim.x;
  if (v < n && level[v] == now) {
    bool add = false;
    for (int j = first[v]; j < first[v + 1]; j++)
      if (level[neighbour[j]] > now)
        add = true;
    if (add)
      list[(*size)++] = v;
  }
}
