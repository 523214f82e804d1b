//--blockDim=64 --gridDim=2
// lanes count while others of the warp still clear its row
// expect: race
// expect-repair: add warp before line 10; cost 1 -> 1.25

__global__ void count(const int *keys, unsigned *counts) {
  __shared__ unsigned bins[2][300];
  unsigned *mine = bins[threadIdx.x / 32];
  for (int b = threadIdx.x % 32; b < 300; b += 32) mine[b] = 0;
  atomicAdd(&mine[keys[blockIdx.x * 64 + threadIdx.x]], 1u);
  __syncthreads();
  for (int b = threadIdx.x; b < 300; b += 64) atomicAdd(&counts[b], bins[0][b] + bins[1][b]);
}
