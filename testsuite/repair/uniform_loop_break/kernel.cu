//--blockDim=64 --gridDim=1
// threads leave the loop at different times, some by a break
// expect: race at line 10, 11
// expect-repair: repaired; uniform-loop block before line 11

__global__ void relax(int *v, const int *w, int n) {
  for (int k = threadIdx.x; k < n; k += 64) {
    if (w[k] == 0)
      break; // a gap
    int next = v[k + 1];
    v[k] = next;
  }
}
