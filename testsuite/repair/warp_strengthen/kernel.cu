//--blockDim=128 --gridDim=4
// partners are in different warps
// expect: race at line 9, 11
// expect-repair: repaired; strengthen 1 block at line 10; cost 0.25 -> 1

__global__ void mirror(int *v) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = v[blockIdx.x * 128 + t];
  __syncwarp();
  v[blockIdx.x * 128 + t] = s[127 - t];
}
