//--blockDim=64 --gridDim=1
// three levels of calls, the barrier in the innermost
// expect: verified
// expect-repair: improved; weaken warp at line 6; cost 1 -> 0.25

__device__ void fence() { __syncthreads(); }

__device__ int exchange(int *s, int x) {
  s[threadIdx.x] = x;
  fence();
  return s[threadIdx.x ^ 1];
}

__device__ int twice(int *s, int x) { return 2 * exchange(s, x); }

__global__ void swap(int *v) {
  __shared__ int s[64];
  v[threadIdx.x] = twice(s, v[threadIdx.x]);
}
