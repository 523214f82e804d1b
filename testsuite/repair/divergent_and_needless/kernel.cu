//--blockDim=64 --gridDim=1
// the barrier diverges and separates nothing: it goes
// expect: divergence at line 9
// expect-repair: repaired; remove block at line 9; cost 1 -> 0

__global__ void needless(int *v) {
  v[threadIdx.x] = 1;
  if (threadIdx.x < 40) {
    __syncthreads();
    v[threadIdx.x] += 1;
  }
}
