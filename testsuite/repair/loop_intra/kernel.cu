//--blockDim=64 --gridDim=1
// loop: race inside an iteration, the next one uses other elements
// expect: race at line 9, 10
// expect-repair: repaired; add block; cost 0 -> 10

__global__ void intra(int *v, int n) {
  int t = threadIdx.x;
  for (int k = 0; k < 100; ++k) {
    int x = v[k * 128 + t + 1];
    v[k * 128 + t] = x;
  }
}
