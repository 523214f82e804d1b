//--blockDim=128 --gridDim=16
// who has claimed a vertex appends it, with a plain counter
// expect: confirmed race at line 12; confirmed race at line 13

__global__ void visit(const int *row, const int *column, const int *front, int size, int *level,
                      int *next, int *length, int depth) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size) return;
  for (int e = row[front[i]]; e < row[front[i] + 1]; ++e) {
    int w = column[e];
    if (atomicCAS(&level[w], -1, depth) == -1) {
      int at = (*length)++;
      next[at] = w;
    }
  }
}
