//--blockDim=64 --gridDim=1
// the racing accesses lie in one function called twice: the barrier goes between the calls
// expect: race
// expect-repair: repaired; add block; cost 0 -> 1

__device__ void bump(int *s, int shift) { s[(threadIdx.x + shift) & 63] += shift; }

__global__ void calls(int *s) {
  bump(s, 0);
  bump(s, 1);
}
