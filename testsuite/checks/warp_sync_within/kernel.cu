//--blockDim=64 --gridDim=2 --warp-sync=32
// neighbours of one warp in lock step
// expect: verified

__global__ void pairs(int *v) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = v[blockIdx.x * 64 + t];
  v[blockIdx.x * 64 + t] = s[t ^ 1];
}
