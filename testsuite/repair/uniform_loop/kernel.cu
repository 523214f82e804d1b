//--blockDim=64 --gridDim=1
// a barrier is needed in a loop that threads leave at different times
// expect: race
// expect-repair: repaired; uniform-loop 1 block before line 10

__global__ void worm(int *v, int n) {
  __requires(n < 1000);
  for (int k = threadIdx.x; k < n; k += 64) {
    int x = v[k + 1];
    v[k] = x;
  }
}
