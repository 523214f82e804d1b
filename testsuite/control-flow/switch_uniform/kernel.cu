//--blockDim=64 --gridDim=4
// a barrier in one case of a uniform switch
// expect: verified
// expect-repair: unchanged

__global__ void modes(int *v, int mode) {
  __shared__ int s[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  s[threadIdx.x] = v[i];
  switch (mode) {
  case 0:
    v[i] = s[threadIdx.x] + 1;
    break;
  case 1:
    __syncthreads();
    v[i] = s[63 - threadIdx.x];
    break;
  default:
    v[i] = 0;
  }
}
