//--blockDim=64 --gridDim=1
// a barrier in a loop that threads leave at different times, by a break in its middle
// expect: divergence
// expect-repair: repaired; uniform-loop block at line 14; remove block at line 16

__global__ void settle(int *v, int n) {
  __shared__ int s[64];
  unsigned t = threadIdx.x;
  int x = v[t];
  while (x < n) {
    s[t] = x;
    x += 3;
    if (x == 7) break;
    __syncthreads();
    v[t] = s[63 - t];
    __syncthreads();
  }
}
