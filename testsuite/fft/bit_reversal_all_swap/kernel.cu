//--blockDim=64 --gridDim=1
// every thread stores its element at the reversed place
// expect: race at line 9, 10
// expect-repair: repaired; add block; cost 0 -> 1

__global__ void reverse(float *v) {
  unsigned i = threadIdx.x;
  unsigned r = __brev(i) >> 26;
  float a = v[i];
  v[r] = a;
}
