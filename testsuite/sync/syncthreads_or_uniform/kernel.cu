//--blockDim=64 --gridDim=1
// every thread gets the same answer, so that all leave the loop together
// expect: verified

__global__ void relax(int *v) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = v[t];
  int changed = 1;
  while (__syncthreads_or(changed)) {
    int left = s[t ? t - 1 : 0];
    __syncthreads();
    changed = left > s[t];
    if (changed) s[t] = left;
  }
  v[t] = s[t];
}
