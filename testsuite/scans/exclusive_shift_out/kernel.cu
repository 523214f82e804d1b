//--blockDim=128 --gridDim=4
// the same shift into another array
// expect: verified
// expect-repair: unchanged

__global__ void toExclusive(const int *v, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0)
    out[0] = 0;
  out[i + 1] = v[i];
}
