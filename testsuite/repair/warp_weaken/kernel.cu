//--blockDim=128 --gridDim=4
// partners are in one warp: a barrier of the warp is enough
// expect: verified
// expect-repair: improved; weaken 1 warp at line 10; cost 1 -> 0.25

__global__ void neighbours(int *v) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = v[blockIdx.x * 128 + t];
  __syncthreads();
  v[blockIdx.x * 128 + t] = s[t ^ 1];
}
