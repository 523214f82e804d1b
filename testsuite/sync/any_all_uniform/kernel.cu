//--blockDim=32 --gridDim=1
// what a warp votes is the same for all of its lanes
// expect: verified

__global__ void vote(int *v) {
  __shared__ int s[32];
  int t = threadIdx.x;
  int x = v[t];
  s[t] = x;
  if (__any_sync(0xffffffff, x > 3) || !__all_sync(0xffffffff, x < 0))
    __syncwarp();
  else
    return;
  v[t] = s[(t + 1) % 32];
}
