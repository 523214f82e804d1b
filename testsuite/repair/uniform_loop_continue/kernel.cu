//--blockDim=32 --gridDim=1
// threads leave the loop at different times, and skip some iterations
// expect: race at line 11, 12
// expect-repair: repaired; uniform-loop block before line 12

__global__ void relax(int *v, const int *w, int n) {
  for (int k = threadIdx.x; k < n; k += 32) {
    if (w[k] == 0) {
      continue;
    }
    int next = v[k + 1];
    v[k] = next;
  }
}
