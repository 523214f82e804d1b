//--blockDim=64 --gridDim=1 --disable-inspect
// with inspection off barriers are only added
// expect: race at line 10, 11
// expect-repair: repaired; add block; cost 0 -> 1

__global__ void added(int *v, int *w) {
  int t = threadIdx.x;
  w[t] = 1;
  __syncthreads();
  int x = v[t + 1];
  v[t] = x;
}
