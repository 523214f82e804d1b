//--blockDim=64 --gridDim=1
// bit reversal in place: the swap is done by the smaller index
// expect: verified
// expect-repair: unchanged; cost 0 -> 0

__global__ void reverse(float2 *v) {
  unsigned i = threadIdx.x, r = 0;
  r |= (i & 1) << 5;
  r |= (i & 2) << 3;
  r |= (i & 4) << 1;
  r |= (i & 8) >> 1;
  r |= (i & 16) >> 3;
  r |= (i & 32) >> 5;
  if (i < r) {
    float2 a = v[i];
    v[i] = v[r];
    v[r] = a;
  }
}
