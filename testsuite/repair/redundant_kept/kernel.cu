//--blockDim=64 --gridDim=4 --disable-inspect
// with inspection off a needless barrier stays
// expect: verified
// expect-repair: unchanged

__global__ void cautious(int *v) {
  int i = blockIdx.x * 64 + threadIdx.x;
  v[i] = 1;
  __syncthreads();
  v[i] += 1;
}
