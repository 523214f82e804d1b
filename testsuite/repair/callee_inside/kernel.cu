//--blockDim=64 --gridDim=1
// the race lies inside a function: the barrier goes into it
// expect: race at line 7, 8
// expect-repair: repaired; add block; cost 0 -> 1

__device__ int shiftLeft(int *s) {
  int x = s[threadIdx.x + 1];
  s[threadIdx.x] = x;
  return x;
}

__global__ void calls(int *s, int *out) {
  out[threadIdx.x] = shiftLeft(s);
}
