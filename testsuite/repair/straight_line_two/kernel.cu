//--blockDim=64 --gridDim=1
// straight line: two races on different arrays that no single place separates
// expect: race
// expect-repair: repaired; add 2 block; cost 0 -> 2

__global__ void straight(int *v, int *w) {
  int x = v[threadIdx.x + 1];
  v[threadIdx.x] = x;
  int y = w[threadIdx.x + 1] + x;
  w[threadIdx.x] = y;
}
