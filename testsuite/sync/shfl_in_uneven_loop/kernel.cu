//--blockDim=32 --gridDim=1
// lanes leave the loop at different times, while those that stay still wait for all
// expect: divergence at line 8

__global__ void walk(int *v, const int *lengths) {
  int t = threadIdx.x, x = 0;
  for (int i = 0; i < lengths[t]; ++i)
    x += __shfl_xor_sync(0xffffffff, x + i, 1);
  v[t] = x;
}
