//--blockDim=64 --gridDim=1
// the other arm is a branch, before whose condition the barrier goes
// expect: race at line 12, 14
// expect-repair: split-branch block before line 13; remove block at line 10

__global__ void pick(int *v, const int *h) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  if (t < 32)
    s[t] = h[t];
  else if (h[t] > 3)
    v[t] = s[t - 32];
}
