//--blockDim=32 --gridDim=1
// all lanes come to the barrier, as each has written 1 before the warp barrier; contents are not followed
// expect: possible divergence at line 10

__global__ void vote(int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = 1;
  __syncwarp();
  if (s[(t + 1) % 32] == 1) __syncthreads();
  out[t] = t;
}
