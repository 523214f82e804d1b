//--blockDim=128 --gridDim=4 --disable-warp
// barriers of the block only
// expect: race
// expect-repair: repaired; add 1 block; cost 0 -> 1

__global__ void neighbours(int *v) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = v[blockIdx.x * 128 + t];
  v[blockIdx.x * 128 + t] = s[t ^ 1];
}
