//--blockDim=64 --gridDim=1
// micro-benchmark: a tree without any barrier
// expect: race
// expect-repair: repaired; add warp loop-end line 7; cost 0 -> 2.5

__global__ void tree(int *v) {
  for (int d = 32; d > 0; d >>= 1)
    if (threadIdx.x < d)
      v[threadIdx.x] += v[threadIdx.x + d];
}
