//--blockDim=64 --gridDim=1
// the same with the branch split by hand
// expect: verified
// expect-repair: unchanged; cost 1 -> 1

__global__ void inner(int *v) {
  int t = threadIdx.x, x = 0;
  if (t < 48)
    x = v[t + 1];
  __syncthreads();
  if (t < 48)
    v[t] = x;
}
