//--blockDim=64 --gridDim=1
// micro-benchmark: a stencil in place without any barrier
// expect: race
// expect-repair: repaired; add 2 block; cost 0 -> 20

__global__ void relax(int *v, int n) {
  int t = threadIdx.x + 1;
  for (int k = 0; k < n; ++k) {
    int x = v[t - 1] + v[t + 1];
    v[t] = x;
  }
}
