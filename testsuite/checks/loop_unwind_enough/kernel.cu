//--blockDim=64 --gridDim=1 --loop-unwind=4
// the race appears in the third iteration, four are looked at
// expect: race at line 8

__global__ void late(int *v) {
  for (int k = 0; k < 4; ++k)
    if (k == 2)
      v[0] = threadIdx.x;
}
