//--blockDim=128 --gridDim=8
// breadth-first search by levels: all writers of a vertex write the same level, but others test it
// expect: race

__global__ void bfs(const int *start, const int *edge, int *level, int depth) {
  int v = blockIdx.x * 128 + threadIdx.x;
  if (level[v] == depth)
    for (int e = start[v]; e < start[v + 1]; ++e)
      if (level[edge[e]] < 0)
        level[edge[e]] = depth + 1;
}
