//--blockDim=64 --gridDim=1
// lanes that go round the barrier and go on are missed there
// expect: divergence at line 10
// expect-repair: repaired; remove warp at line 10

__global__ void swap(int *v, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = v[t];
  if (t < n) __syncwarp();
  v[t] = s[t];
}
