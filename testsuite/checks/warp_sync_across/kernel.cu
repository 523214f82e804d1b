//--blockDim=64 --gridDim=2 --warp-sync=16
// with warps of sixteen the partner may be in another warp
// expect: race at line 9, 10
// expect-repair: repaired; add block; cost 0 -> 1

__global__ void pairs(int *v) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = v[blockIdx.x * 64 + t];
  v[blockIdx.x * 64 + t] = s[t ^ 16];
}
