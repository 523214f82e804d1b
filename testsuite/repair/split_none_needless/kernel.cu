//--blockDim=64 --gridDim=1
// a barrier before the second neighbour is read would be needless once there is one before the write
// expect: divergence at line 12; race at line 16, 18
// expect-repair: repaired; split-branch block at line 12; split-branch block before line 18

__global__ void smooth(int *v, int n) {
  int t = threadIdx.x;
  if (t < n) {
    if (t % 2 == 0)
      v[t]++;

    __syncthreads();

    int sum = v[t];
    if (t > 0)
      sum += v[t - 1];
    if (t < n - 1) sum += v[t + 1];
    v[t] = sum / 3;
  }
}
