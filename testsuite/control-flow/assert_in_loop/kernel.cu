//--blockDim=64 --gridDim=1
// an assertion in a loop that fails in the last iteration only
// expect: assertion at line 8
// expect-repair: not-applicable

__global__ void check(int *out) {
  for (int k = 0; k < 10; ++k) {
    __assert(k != 9 || threadIdx.x != 5);
    out[k * 64 + threadIdx.x] = k;
  }
}
