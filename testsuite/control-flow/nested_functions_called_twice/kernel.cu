//--blockDim=64 --gridDim=1
// the second call overwrites what the first still reads
// expect: race at line 7, 9
// expect-repair: repaired; weaken warp at line 8; add warp before line 15

__device__ int exchange(int *s, int x) {
  s[threadIdx.x] = x;
  __syncthreads();
  return s[threadIdx.x ^ 1];
}

__global__ void swap(int *v) {
  __shared__ int s[64];
  int x = exchange(s, v[threadIdx.x]);
  v[threadIdx.x] = exchange(s, x + 1);
}
