//--blockDim=64 --gridDim=1
// expect: race
__global__ void k(int *v, long long n) {
  for (long long i = 0; i < n; ++i)
    if (i == 5) v[0] = threadIdx.x;
}
