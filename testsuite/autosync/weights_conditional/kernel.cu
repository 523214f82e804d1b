//--blockDim=64 --gridDim=1 --loop-weight=100 --branch-weight=0.5 --objective=cost
// AutoSync's weights: a loop counts a hundredfold, a conditional half
// expect: race
// expect-repair: repaired; add block; cost 0 -> 50

__global__ void conditional(int *v, int m) {
  int t = threadIdx.x;
  for (int k = 0; k < 100; ++k)
    if (k % 3 == m) {
      int x = v[k * 128 + t + 1];
      v[k * 128 + t] = x;
    }
}
