//--blockDim=128 --gridDim=8
// breadth-first search with compare-and-swap and a frontier queue
// expect: verified
// expect-repair: unchanged; cost 0 -> 0

__global__ void bfs(const int *start, const int *edge, const int *frontier, int *parent, int *next,
                    int *tail) {
  int v = frontier[blockIdx.x * 128 + threadIdx.x];
  for (int e = start[v]; e < start[v + 1]; ++e) {
    int u = edge[e];
    if (atomicCAS(&parent[u], -1, v) == -1) {
      int place = atomicAdd(tail, 1);
      next[place] = u;
    }
  }
}
