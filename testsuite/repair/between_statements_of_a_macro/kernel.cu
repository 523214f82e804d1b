//--blockDim=64 --gridDim=1
// The barrier belongs in the middle of a macro, which only its author can do.
// expect: race at line 13
// expect-repair: repaired; add warp before line 13; cost 0 -> 0.25
// expect-patch: withheld

#define EXCHANGE(S, V)               \
  S[threadIdx.x] = V[threadIdx.x];   \
  out[threadIdx.x] = S[threadIdx.x ^ 1]

__global__ void swapped(int *v, int *out) {
  __shared__ int s[64];
  EXCHANGE(s, v);
}
