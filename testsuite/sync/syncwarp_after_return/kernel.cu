//--blockDim=64 --gridDim=1
// lanes that have returned are not waited for, and a barrier orders nothing with what they did
// expect: verified
// expect-repair: unchanged

__global__ void swap(int *v, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t >= n) return;
  s[t] = v[t];
  __syncwarp();
  v[t] = s[t ^ 1];
}
