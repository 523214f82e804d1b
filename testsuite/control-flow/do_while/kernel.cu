//--blockDim=64 --gridDim=1
// a loop that runs at least once
// expect: verified
// expect-repair: unchanged; cost 20 -> 20

__global__ void relax(int *v, int n) {
  __shared__ int s[66];
  int t = threadIdx.x + 1, k = 0;
  s[t] = v[t];
  if (t == 1) {
    s[0] = 0;
    s[65] = 0;
  }
  do {
    __syncthreads();
    int x = s[t - 1] + s[t + 1];
    __syncthreads();
    s[t] = x;
  } while (++k < n);
  v[t] = s[t];
}
