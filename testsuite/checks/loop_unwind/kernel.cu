//--blockDim=64 --gridDim=1 --loop-unwind=2
// the race appears in the third iteration only, two are looked at
// expect: verified

__global__ void late(int *v) {
  for (int k = 0; k < 4; ++k)
    if (k == 2)
      v[0] = threadIdx.x;
}
