//--blockDim=64 --gridDim=1
// each half of the block has its own barrier, and reads what the other half has written
// expect: divergence
// expect-repair: repaired; split-branch 1 block at line 11; cost 2 -> 1

__global__ void exchange(int *v) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 32) {
    s[t] = v[t];
    __syncthreads();
    v[t] = s[t + 32];
  } else {
    s[t] = v[t] * 2;
    __syncthreads();
    v[t] = s[t - 32];
  }
}
